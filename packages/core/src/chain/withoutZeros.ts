/** Takes the zeros off the end of a number's decimals, in linear time. */
export const withoutZeros = (decimals: string): string => decimals.replace(/(?<!0)0+$/, '')
