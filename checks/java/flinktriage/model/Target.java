package flinktriage.model;

/**
 * What was looked at.
 *
 * @param name the user's own name for it, or the address without secrets
 * @param url the address without user info and query
 */
public record Target(String name, String url) {}
