/**
 * Whether PostgreSQL's text can hold all texts in a value of JSON: it has neither a zero character nor half of a surrogate
 * pair. Written as JSON both are escapes; an even number of backslashes before them would be text.
 */
export const isStorable = (value: unknown): boolean => !/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(JSON.stringify(value))
