package flinktriage.check;

import flinktriage.model.Quantity;

/**
 * A limit of a check.
 *
 * @param name unique within the check, kebab-case
 * @param standard what holds unless the user sets another
 * @param meaning one line without a final period
 */
public record Threshold(String name, Quantity standard, String meaning) {}
