package flinktriage.sql;

import flinktriage.model.SqlView;
import flinktriage.plan.StatementText;
import java.util.List;

/** The views of a session, with their texts. */
final class Views {

    void created(StatementText text) {}

    List<SqlView> readBy(StatementText text) {
        return List.of();
    }
}
