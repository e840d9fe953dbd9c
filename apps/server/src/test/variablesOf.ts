/** Each line `NAME=value` of a text, such as an example of an environment. For tests. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
