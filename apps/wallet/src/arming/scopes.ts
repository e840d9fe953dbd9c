/** The smallest of these around a button shows what it decides: a line of a list, a part of a page, a screen. */
export const scopes = '.thing, .warning, .screen, .panel, .bar'
