package flinktriage.model;

/** 32 hexadecimal digits. */
public record JobId(String hex) {

    public String shortHex() {
        return hex.length() > 6 ? hex.substring(0, 6) : hex;
    }
}
