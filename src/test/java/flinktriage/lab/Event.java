package flinktriage.lab;

/** What the lab's jobs process; a POJO, so that Flink serializes it by field. */
public class Event {

    public long id;

    /** Event time, in ms since the epoch. */
    public long time;

    public String payload;

    public Event() {}

    public Event(long id, long time, String payload) {
        this.id = id;
        this.time = time;
        this.payload = payload;
    }
}
