package flinktriage.sql.planner;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.ddl.CreateCatalogFunctionOperation;
import org.apache.flink.table.operations.ddl.CreateTempSystemFunctionOperation;
import org.apache.flink.table.operations.ddl.DropCatalogFunctionOperation;
import org.apache.flink.table.operations.ddl.DropTempSystemFunctionOperation;

/**
 * The functions that a script defines. Nothing is loaded or downloaded: stubs are in their place.
 */
final class FunctionDefinitions {

    private final Session session;
    private final Map<String, String> types = new HashMap<>();

    FunctionDefinitions(Session session) {
        this.session = session;
    }

    /** What the stubs return, by the name of the function. */
    void types(Map<String, String> byName) {
        types.clear();
        types.putAll(byName);
    }

    /** Returns false for a statement that neither creates nor drops a function. */
    boolean apply(Operation operation) {
        TableEnvironment env = session.environment();
        if (operation instanceof CreateTempSystemFunctionOperation o) {
            env.dropTemporarySystemFunction(o.getFunctionName());
            env.createTemporarySystemFunction(o.getFunctionName(), stub(o.getFunctionName()));
        } else if (operation instanceof CreateCatalogFunctionOperation o) {
            String path = o.getFunctionIdentifier().asSerializableString();
            env.dropTemporaryFunction(path);
            env.createTemporaryFunction(path, stub(o.getFunctionIdentifier().getObjectName()));
        } else if (operation instanceof DropTempSystemFunctionOperation o) {
            env.dropTemporarySystemFunction(o.getFunctionName());
        } else if (operation instanceof DropCatalogFunctionOperation o) {
            env.dropTemporaryFunction(o.getFunctionIdentifier().asSerializableString());
        } else {
            return false;
        }
        return true;
    }

    private StubFunction stub(String function) {
        return new StubFunction(function.toLowerCase(Locale.ROOT), types);
    }
}
