package flinktriage.sql.planner;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategy;

/** Stands for a function whose class is not here: takes anything, returns what it is told to. */
public final class StubFunction extends ScalarFunction {

    private static final long serialVersionUID = 1;

    private final String name;
    private final transient Map<String, String> types;

    /**
     * @param types by name in lower case; changes with the statement
     */
    StubFunction(String name, Map<String, String> types) {
        this.name = name;
        this.types = types;
    }

    /** What the planner looks for in the class; never called. */
    public Object eval(Object... arguments) {
        return null;
    }

    @Override
    public TypeInference getTypeInference(DataTypeFactory typeFactory) {
        TypeStrategy told = this::result;
        return TypeInference.newBuilder()
                .inputTypeStrategy(InputTypeStrategies.varyingSequence(InputTypeStrategies.ANY))
                .outputTypeStrategy(told)
                .build();
    }

    private Optional<DataType> result(CallContext call) {
        return Optional.ofNullable(types.get(name))
                .map(type -> call.getDataTypeFactory().createDataType(type));
    }
}
