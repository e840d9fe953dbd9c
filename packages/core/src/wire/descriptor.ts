import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

/*
 * Descriptors of contracts and typed data (ERC-7730, versions 1 and 2): how what is signed is said, in the words of those who made a contract. What a
 * descriptor includes is merged into it before. Its user checks first that its context is of the very contract, chain and type.
 */

const text = v.pipe(v.string(), v.maxLength(limits.descriptorText))
const constant = v.union([text, v.number(), v.boolean(), v.null()])

/** At most so many entries. */
const recordOf = <Value extends v.GenericSchema>(value: Value, most: number) =>
  v.pipe(
    v.record(v.string(), value),
    v.check((record) => Object.keys(record).length <= most, `has more than ${most} entries`),
  )

const Deployments = v.pipe(
  v.array(
    v.object({
      chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address")),
    }),
  ),
  v.maxLength(limits.descriptorDeployments),
)

/** When a field is shown. `mustMatch` is what drafts call `mustBe`: it is never shown, and has to be one of these. */
const Visibility = v.union([
  v.picklist(['always', 'never', 'optional']),
  v.object({ ifNotIn: v.array(constant) }),
  v.object({ mustBe: v.array(constant) }),
  v.pipe(
    v.object({ mustMatch: v.array(constant) }),
    v.transform(({ mustMatch }) => ({ mustBe: mustMatch })),
  ),
])

/** A field, a reference to a definition, or a group of fields. */
export interface DescriptorField {
  readonly path?: string | undefined
  readonly value?: string | number | boolean | undefined
  readonly label?: string | undefined
  readonly format?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly $ref?: string | undefined
  readonly visible?: Output<typeof Visibility> | undefined
  /** Whether and how the value on the chain is encrypted. */
  readonly encryption?: unknown
  readonly fields?: readonly DescriptorField[] | undefined
}

const entries = {
  path: v.optional(text),
  value: v.optional(v.union([text, v.number(), v.boolean()])),
  label: v.optional(text),
  format: v.optional(text),
  params: v.optional(v.record(v.string(), v.unknown())),
  $ref: v.optional(text),
  visible: v.optional(Visibility),
  encryption: v.optional(v.unknown()),
}
const Field: v.GenericSchema<unknown, DescriptorField> = v.object({
  ...entries,
  fields: v.optional(v.pipe(v.array(v.lazy(() => Field)), v.maxLength(limits.descriptorFields))),
})

const Format = v.object({
  intent: v.optional(v.union([text, v.record(v.string(), text)])),
  fields: v.optional(v.pipe(v.array(Field), v.maxLength(limits.descriptorFields)), []),
})
export type DescriptorFormat = Output<typeof Format>

/** A descriptor as it is read; what isn't needed to say something falls away. */
export const Descriptor = v.object({
  /** By its name alone: nothing is fetched to learn of a version. Another major one may mean something else by the same words. */
  $schema: v.pipe(
    v.string(),
    v.regex(/erc7730-v[12](\.\d+)*\.schema\.json$/, 'is of no version of ERC-7730 that is known'),
  ),
  context: v.object({
    contract: v.optional(v.object({ deployments: v.optional(Deployments, []) })),
    eip712: v.optional(
      v.object({
        deployments: v.optional(Deployments, []),
        domain: v.optional(v.record(v.string(), constant), {}),
        domainSeparator: v.optional(text),
      }),
    ),
  }),
  metadata: v.optional(
    v.object({
      owner: v.optional(text),
      contractName: v.optional(text),
      constants: v.optional(recordOf(constant, limits.descriptorEntries), {}),
      // Of version 1, one may be an address from which it would have to be fetched: then it is none.
      enums: v.optional(
        recordOf(v.union([recordOf(text, limits.descriptorEntries), v.string()]), limits.descriptorEntries),
        {},
      ),
      maps: v.optional(
        recordOf(v.object({ values: recordOf(constant, limits.descriptorEntries) }), limits.descriptorEntries),
        {},
      ),
    }),
    {},
  ),
  display: v.object({
    definitions: v.optional(recordOf(Field, limits.descriptorEntries), {}),
    formats: recordOf(Format, limits.descriptorFormats),
  }),
})
export type Descriptor = Output<typeof Descriptor>

/** The descriptors of a contract, as the operator has them. */
export const descriptorsCall = {
  id: 'listDescriptors',
  method: 'get',
  path: '/v1/descriptors',
  query: v.object({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
    address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address of 40 hex digits after 0x")),
  }),
  reply: v.object({
    /** Each is JSON by ERC-7730, with what it includes merged, and is read as a `Descriptor`. */
    descriptors: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(limits.descriptors)),
  }),
} as const satisfies Call
