import type { JsonSchema } from '@valibot/to-json-schema'

/** One line of a table that shows a JSON Schema. */
export interface Field {
  readonly name: string
  /** its depth of nesting */
  readonly depth: number
  /** such as `text`, `list of objects`, `a or b` */
  readonly type: string
  readonly required: boolean
  /** such as `at most 64 characters` */
  readonly rules: readonly string[]
}

/** Deeper fields are in the OpenAPI document only. */
const deepest = 4

/** Lists a schema's fields, those of objects in it below their own. What isn't an object is one field without a name. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const own = within(schema, 0)
  if (own.length > 0 && schema.type === 'object') return own
  const whole: Field = { name: '(whole)', depth: 0, type: typeOf(schema), required: true, rules: rulesOf(schema) }
  return [whole, ...within(schema, 1)]
}

function within(schema: JsonSchema, depth: number): readonly Field[] {
  if (depth > deepest) return []
  const { properties = {}, required = [], items, anyOf, oneOf, allOf } = schema
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'boolean'
      ? []
      : [
          { name, depth, type: typeOf(property), required: required.includes(name), rules: rulesOf(property) },
          ...within(property, depth + 1),
        ],
  )
  const inItems = isSchema(items) ? within(items, depth) : []
  const inParts = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].filter(isSchema)
  return unique([...fields, ...inItems, ...inParts.flatMap((part) => within(part, depth))])
}

const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema)

/** Alternatives share fields; each is shown once. */
function unique(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>()
  return fields.filter((field) => {
    const key = JSON.stringify(field)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
}

function typeOf(schema: JsonSchema): string {
  const { type, items, anyOf, oneOf, enum: choices } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' or ')
  const parts = [...(anyOf ?? []), ...(oneOf ?? [])].filter(isSchema)
  if (parts.length > 0) return [...new Set(parts.map(typeOf))].join(' or ')
  if (type === 'array') return isSchema(items) ? `list of ${typeOf(items)}` : 'list'
  if (type === undefined) return 'anything'
  return [type]
    .flat()
    .map((name) => typeNames[name] ?? name)
    .join(' or ')
}

function rulesOf(schema: JsonSchema): readonly string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, format } = schema
  const rules: readonly (string | false)[] = [
    format !== undefined && `format ${format}`,
    minLength !== undefined && minLength > 0 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && minItems > 0 && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    minimum !== undefined && `${minimum} or more`,
    maximum !== undefined && `${maximum} or less`,
    pattern !== undefined && pattern.length <= 80 && `matches ${pattern}`,
    'default' in schema && `${JSON.stringify(schema.default)} when left out`,
  ]
  return rules.filter((rule) => rule !== false)
}
