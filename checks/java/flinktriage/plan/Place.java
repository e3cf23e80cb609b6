package flinktriage.plan;

import java.util.Optional;
import java.util.OptionalInt;

/** An operator of the table planner and what feeds it, in a running job or in a statement. */
public interface Place {

    Operator operator();

    /**
     * How many streams meet before the operator's only input, with nothing but operators between
     * that hand each row on: 2 or more after a UNION.
     */
    int streamsInto();

    /**
     * The nearest operator above this one that does more than hand each row on. Empty where streams
     * meet or branch before it.
     */
    Optional<Operator> origin();

    /** True if everything is sent to one subtask of this operator, for lack of a key. */
    boolean single();

    /** The parallelism of the widest input; empty in a plan that does not have one. */
    OptionalInt upstreamSubtasks();
}
