package flinktriage.sql.planner;

import org.apache.flink.table.catalog.GenericInMemoryCatalog;

/** Stands for a catalog of tables that are elsewhere; they need no connector of their own. */
final class ForeignCatalog extends GenericInMemoryCatalog {

    ForeignCatalog(String name, String defaultDatabase) {
        super(name, defaultDatabase);
    }

    /**
     * Flink 1.20 would look for a factory of managed tables; gone in 2.0, so that it overrides
     * nothing there.
     */
    public boolean supportsManagedTable() {
        return false;
    }
}
