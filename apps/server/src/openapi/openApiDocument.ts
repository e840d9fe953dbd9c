import { CommonQuery, ErrorBody, type WireSchema } from '@foyer/core/wire'
import type { Operation } from '@foyer/service/route/operation'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { operationGroups } from './operationGroups.js'

/** A parameter of a path or a query. */
export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string | undefined
  readonly schema: JsonSchema
}

/** The content of a request or an answer, by its media type. */
export type OpenApiContent = Readonly<Record<string, { readonly schema?: JsonSchema | undefined }>>

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>> | undefined
  readonly content?: OpenApiContent | undefined
}

type Reference = { readonly $ref: string }

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly (OpenApiParameter | Reference)[]
  readonly requestBody?: { readonly required: true; readonly content: OpenApiContent } | undefined
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>
}

/** @see https://spec.openapis.org/oas/v3.1.0 */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Descriptions of the common parameters; their shape is the wire's. */
const commonDescriptions: Readonly<Record<string, string>> = {
  projectId: 'The project in whose name is asked.',
  st: "The kit's type, such as `appkit`.",
  sv: "The kit's version, such as `react-evm-1.7.6`.",
  clientId: "The WalletConnect client's id, once there is one.",
}

/**
 * Writes the API down for machines, from the same operations that the routes parse with.
 * @see https://spec.openapis.org/oas/v3.1.0
 * @example
 * openApiDocument({ operations, version: '1.2.0' }).paths['/v1/supported-chains']
 */
export function openApiDocument(request: { operations: readonly Operation[]; version: string }): OpenApiDocument {
  const { operations, version } = request
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version,
      description: 'What a wallet-connection kit asks: networks, accounts, swaps, names, purchases, wallets, projects.',
    },
    tags: operationGroups.filter((name) => operations.some(({ group }) => group === name)).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody) },
      parameters: Object.fromEntries(commonParameters().map((parameter) => [parameter.name, parameter])),
      headers: {
        RetryAfter: { description: 'In how many seconds to come again.', schema: { type: 'integer', minimum: 1 } },
      },
      responses: refusals,
      securitySchemes: {
        project: { type: 'apiKey', in: 'query', name: 'projectId', description: 'Attribution: the id is public.' },
        operator: { type: 'http', scheme: 'bearer', description: "The operator's token, ADMIN_TOKEN." },
      },
    },
  }
}

const refusal = (description: string, headers?: Readonly<Record<string, Reference>>): OpenApiResponse => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const refusals: Readonly<Record<string, OpenApiResponse>> = {
  Malformed: refusal('A field is missing or malformed; each reason names its field.'),
  Unauthorized: refusal('The project id, or the token, is missing or unknown.'),
  Forbidden: refusal("The page's origin isn't one of the project's, or the feature is switched off for it."),
  TooMany: refusal('Asked too often, or more than the project may in a day.', {
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  }),
  Failed: refusal("The server, or what it asks in turn, can't answer now."),
}

const to = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })

function describe(operation: Operation): OpenApiOperation {
  const { id, summary, group, access, params, query, body, bodyType = 'json', status = 200 } = operation
  const takesInput = [params, query, body].some((part) => part !== undefined)
  const mediaType = bodyType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    operationId: id,
    summary,
    tags: [group],
    security: access === 'anyone' ? [] : [access === 'project' ? { project: [] } : { operator: [] }],
    parameters: parametersOf(operation),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [mediaType]: { schema: schemaOf(body) } } } }),
    responses: {
      [String(status)]: answer(operation),
      ...(takesInput ? { '400': to('Malformed') } : {}),
      ...(access === 'anyone' ? {} : { '401': to('Unauthorized') }),
      ...(access === 'project' ? { '403': to('Forbidden') } : {}),
      ...(access === 'anyone' ? {} : { '429': to('TooMany') }),
      default: to('Failed'),
    },
  }
}

function answer({ reply, mediaTypes }: Operation): OpenApiResponse {
  const description = 'The answer.'
  if (reply) return { description, content: { 'application/json': { schema: schemaOf(reply) } } }
  if (!mediaTypes) return { description: 'Done; there is nothing more to say.' }
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, {}])) }
}

function parametersOf(operation: Operation) {
  const { access, projectIn = 'query', path, params, query } = operation
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const described = new Map(propertiesOf(params).map((property) => [property.name, property]))
  const inPath = named.map((name) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: described.get(name)?.schema ?? { type: 'string' as const },
  }))
  const inQuery = propertiesOf(query).map((property) => ({ ...property, in: 'query' as const }))
  const said = new Set(inQuery.map(({ name }) => name))
  const common = access === 'project' && projectIn !== 'body' ? commonParameters() : []
  const references = common
    .filter(({ name }) => !said.has(name))
    .map(({ name }) => ({ $ref: `#/components/parameters/${name}` }))
  return [...inPath, ...inQuery, ...references]
}

/** The project's id is all that must be there: a call by hand needn't call itself a kit. */
function commonParameters(): readonly OpenApiParameter[] {
  return propertiesOf(CommonQuery).map(({ name, schema }) => ({
    name,
    in: 'query',
    required: name === 'projectId',
    description: commonDescriptions[name],
    schema,
  }))
}

function propertiesOf(schema: WireSchema | undefined) {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
  }))
}

/** Returns the JSON Schema, without what it can't express, such as a check by a function: the server is stricter. */
export function schemaOf(schema: WireSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    target: 'draft-2020-12',
  })
  return rest
}
