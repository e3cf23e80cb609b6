package flinktriage.model;

/** 32 hexadecimal digits. */
public record VertexId(String hex) {}
