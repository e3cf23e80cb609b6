package flinktriage.cmd;

import flinktriage.model.SqlScript;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.SqlInput;
import java.util.List;

/** Reads and plans SQL. Closed when no more is to be read. */
interface SqlReading extends AutoCloseable {

    /** The files in their order, in one session. */
    List<SqlScript> read(List<SqlInput> inputs, ReadSettings settings);

    @Override
    void close();
}
