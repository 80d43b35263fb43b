/** The bytes of characters that readers of JSON and CSV compare. The build puts their values where they are used. */

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTATION_MARK = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const LOWER_E = 0x65;
/** The first byte of `false`. No other JSON value begins with it. */
export const LOWER_F = 0x66;
/** The first byte of `null`. No other JSON value begins with it. */
export const LOWER_N = 0x6e;
/** The first byte of `true`. No other JSON value begins with it. */
export const LOWER_T = 0x74;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;

/** The bit that a lower case letter has, and its upper case letter has not. */
export const LOWER_CASE = 0x20;
