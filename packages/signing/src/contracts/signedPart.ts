import type { DescribedData } from '../outside.js'

/** Returns the part of a value that is signed: a field that no type names could be anything. */
export function signedPart(types: DescribedData['types'], type: string, value: unknown): unknown {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item) return Array.isArray(value) ? value.map((each: unknown) => signedPart(types, item, each)) : undefined
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) return value
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      signedPart(types, type, Object.getOwnPropertyDescriptor(Object(value), name)?.value),
    ]),
  )
}

/** Returns the fields of a domain that are signed. */
export const signedDomain = (
  { EIP712Domain: fields = [] }: DescribedData['types'],
  domain: DescribedData['domain'],
): Readonly<Record<string, unknown>> => Object.fromEntries(fields.map(({ name }) => [name, domain[name]]))
