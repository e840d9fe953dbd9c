import type { ShownField } from '@foyer/core/words'
import { encoded, Id } from '@foyer/custody/bytes'
import { continueCall, Released } from '@foyer/custody/keeperCalls'
import { Person } from '@foyer/custody/person'
import { OwnDoor } from '@foyer/login/ownDoor'
import * as v from 'valibot'
import { Device } from '../vault/device.js'

/*
 * Messages between a frame of the wallet and a window of the wallet's own, which the frame opened in a press, or the page around it (`?by=host`). Both are
 * of the wallet's origin: the window says that it is there, by the nonce in its address; each checks the other's window, the origin and the nonce; from
 * then on they use a port of their own. The page around has no part in it: what it posts to either comes from another origin.
 */

const Ready = v.object({ type: v.literal('foyer-window-ready'), nonce: v.string() })
const Port = v.object({ type: v.literal('foyer-window-port'), nonce: v.string() })

/** The window's first word, and the frame's answer, with which the port comes. */
export const greetings = { ready: Ready, port: Port } as const

export interface Other {
  /** Its window. */
  readonly source: object | null
  readonly origin: string
  readonly nonce: string
}

/** Whether a message is the other one's greeting, for this opening of the window and no other. */
export function isGreeting(
  which: keyof typeof greetings,
  event: MessageEvent<unknown>,
  { source, origin, nonce }: Other,
): boolean {
  if (source === null || event.source !== source || event.origin !== origin || nonce === '') return false
  const { success, output } = v.safeParse(greetings[which], event.data)
  return success && output.nonce === nonce
}

const Bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array)
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())

const Named = { name: v.string(), isCode: v.optional(v.boolean()) }
const Field: v.GenericSchema<ShownField> = v.lazy(() =>
  v.union([v.object({ ...Named, value: v.string() }), v.object({ ...Named, fields: listOf(Field) })]),
)

/** Bytes, in one spelling on both sides of the exchange. */
const Hex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.toLowerCase())
/** Signed by its fields. */
const Switching = v.strictObject({
  ...{ chainId: v.bigint(), nonce: v.bigint(), maxPriorityFeePerGas: v.bigint(), maxFeePerGas: v.bigint() },
  ...{ gas: v.bigint(), account: Hex, delegate: Hex, data: Hex },
})

const Sponsored = v.strictObject({
  ...{ chainId: v.bigint(), account: Hex, nonce: v.bigint(), callData: Hex },
  ...{ verificationGasLimit: v.bigint(), callGasLimit: v.bigint() },
  authorization: v.nullable(v.strictObject({ delegate: Hex, nonce: v.bigint() })),
  fees: v.optional(
    v.strictObject({
      ...{ preVerificationGas: v.bigint(), maxFeePerGas: v.bigint(), maxPriorityFeePerGas: v.bigint() },
      // A paymaster's address and its two limits at least: what the account itself would pay, as by the zero address, isn't signed so.
      paymasterAndData: v.pipe(Hex, v.minLength(106), v.regex(/^0x(?!0{40})/)),
    }),
  ),
})

const isCode = v.optional(v.boolean())
const Fact = v.object({ label: v.string(), value: v.string(), isCode, way: v.optional(v.picklist(['out', 'in'])) })
const HeadlinePart = v.object({
  text: v.string(),
  isValue: v.optional(v.boolean()),
  tone: v.optional(v.picklist(['gives', 'gets', 'unsure'])),
  exact: v.optional(v.string()),
})

const Shown = v.object({
  title: v.string(),
  act: v.string(),
  headline: listOf(HeadlinePart),
  warnings: listOf(v.object({ text: v.string(), isMild: v.boolean() })),
  isDeliberate: v.boolean(),
  ...{ sums: listOf(Fact), facts: listOf(Fact) },
  folded: v.object({ label: v.string(), facts: listOf(Fact), hasData: v.boolean() }),
  content: v.optional(v.object({ label: v.string(), text: v.string(), isCode: v.boolean() })),
  tree: v.optional(v.object({ label: v.string(), fields: listOf(Field) })),
  limit: v.optional(
    v.object({ label: v.string(), unit: v.string(), decimals: v.number(), usual: v.string(), short: v.string() }),
  ),
})

const Approval = v.object({
  ...{ id: v.number(), changes: v.number(), site: v.string() },
  ...{ shown: Shown, hashes: listOf(v.string()) },
})
export type AskedApproval = v.InferOutput<typeof Approval>

/** The parts by which a window signs by itself, where the browser keeps nothing for the frame. */
const Signing = v.object({
  person: Person,
  projectId: v.string(),
  signer: v.object({ family: v.string(), address: v.string() }),
  payloads: listOf(v.union([Bytes, Switching, Sponsored])),
  /** The device of the frame's login, from now on the window's. */
  device: v.nullable(Device),
})
export type AskedSigning = v.InferOutput<typeof Signing>

/** A door that the visitor has opened in the window: what it is opened by can be used, and not read. */
const Opened = v.object({
  wallet: Id,
  door: OwnDoor,
  key: v.pipe(
    v.custom<CryptoKey>((value) => value instanceof CryptoKey),
    v.check((key) => !key.extractable && key.usages.includes('decrypt')),
  ),
  proof: encoded(32),
})

/** The request by its number, and the description of it that the visitor has read: what is decided of another counts for nothing. */
const Decided = { id: v.number(), changes: v.number() }

const FromWindow = v.variant('type', [
  v.object({ type: v.literal('foyer-window-kept') }),
  v.object({ type: v.literal('foyer-window-session'), ending: v.string() }),
  v.object({ type: v.literal('foyer-window-approved'), ...Decided, hashes: listOf(v.string()) }),
  v.object({
    type: v.literal('foyer-window-signed'),
    ...Decided,
    hashes: listOf(v.string()),
    signatures: listOf(Bytes),
  }),
  v.object({ type: v.literal('foyer-window-limited'), ...Decided, amount: v.string() }),
  v.object({ type: v.literal('foyer-window-rejected'), id: v.number() }),
  v.object({ type: v.literal('foyer-window-released'), released: Released }),
  v.object({ type: v.literal('foyer-window-opened'), opened: Opened }),
  v.object({ type: v.literal('foyer-window-closed') }),
])
/**
 * A message of the window: that it keeps the device, by what a session is ended that began there, what the visitor
 * decided, the keeper released or the visitor opened, or that it is closed without any of these.
 */
export type FromWindow = v.InferOutput<typeof FromWindow>

const FromFrame = v.variant('type', [
  v.object({
    type: v.literal('foyer-window-show'),
    approval: Approval,
    /** The number of requests that wait after it, and are shown here in their turn. */
    more: v.number(),
    signing: v.optional(Signing),
  }),
  v.object({
    type: v.literal('foyer-window-continue'),
    asked: continueCall.payload,
    /** The keeper has nothing that opens the wallet: its visitor alone does. */
    isSecured: v.boolean(),
  }),
  v.object({
    type: v.literal('foyer-window-over'),
    /** The page around is left, and the frame with it. */
    isLeft: v.optional(v.boolean()),
  }),
])
/**
 * A message of the frame: the request to show, or where the wallet is to be continued; or that it waits for neither any
 * more.
 */
export type FromFrame = v.InferOutput<typeof FromFrame>

/** Reads what a window says; undefined for anything else. */
export const readFromWindow = (data: unknown): FromWindow | undefined => read(FromWindow, data)
/** Reads what a frame says; undefined for anything else. */
export const readFromFrame = (data: unknown): FromFrame | undefined => read(FromFrame, data)

function read<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> | undefined {
  const { success, output } = v.safeParse(schema, data)
  return success ? output : undefined
}
