package flinktriage.check;

/**
 * A command for a person to copy; nothing runs it.
 *
 * @param line with placeholders such as <code>{job}</code>
 * @param effect what else it does: restarts, compatibility of state, changed results
 */
public record StepCommand(String line, String effect) {}
