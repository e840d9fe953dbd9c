import { continueCall } from '@foyer/embedded/custody'
import * as v from 'valibot'

/*
 * What a frame of the wallet and a window that it opened say to each other: both are of the wallet's own origin, so that each is checked by its window and
 * that origin.
 */

const Shown = v.object({
  title: v.string(),
  act: v.string(),
  facts: v.array(v.object({ label: v.string(), value: v.string(), isCode: v.optional(v.boolean()) })),
  content: v.optional(v.object({ label: v.string(), text: v.string(), isCode: v.boolean() })),
  warnings: v.array(v.string()),
  isBlind: v.boolean(),
})

const Approval = v.object({ id: v.number(), site: v.string(), shown: Shown, hashes: v.array(v.string()) })

/** What the window says: it is there, or what the visitor decided about which hashes, or what the keeper released. */
const FromWindow = v.variant('type', [
  v.object({ type: v.literal('foyer-window-ready') }),
  v.object({ type: v.literal('foyer-window-approved'), id: v.number(), hashes: v.array(v.string()) }),
  v.object({ type: v.literal('foyer-window-rejected'), id: v.number() }),
  v.object({ type: v.literal('foyer-window-released'), released: continueCall.reply }),
])
export type FromWindow = v.InferOutput<typeof FromWindow>

export type AskedContinuation = v.InferOutput<typeof continueCall.payload>

/** What the frame says: the request to show, or where the wallet is to be continued. */
const FromFrame = v.variant('type', [
  v.object({ type: v.literal('foyer-window-show'), approval: Approval }),
  v.object({ type: v.literal('foyer-window-continue'), asked: continueCall.payload }),
])

/** Reads a message of the other window of ours; undefined for anything else. */
export function readFrom<const Which extends 'window' | 'frame'>(
  which: Which,
  event: MessageEvent<unknown>,
  other: { readonly source: MessageEventSource | null; readonly origin: string },
): (Which extends 'window' ? FromWindow : v.InferOutput<typeof FromFrame>) | undefined
export function readFrom(
  which: 'window' | 'frame',
  event: MessageEvent<unknown>,
  { source, origin }: { readonly source: MessageEventSource | null; readonly origin: string },
): unknown {
  if (source === null || event.source !== source || event.origin !== origin) return undefined
  const { success, output } = v.safeParse(which === 'window' ? FromWindow : FromFrame, event.data)
  return success ? output : undefined
}
