import * as v from 'valibot'
import { hex32, sizes, text, url, word } from './bounded.js'

/** What a peer says of itself: its own words, to be shown with care; where its links lead, `peerLink` judges. */
export interface PeerMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly verifyUrl?: string | undefined
  readonly redirect?: PeerRedirect | undefined
}

/** Where an application lives on the device. */
export interface PeerRedirect {
  readonly native?: string | undefined
  readonly universal?: string | undefined
  readonly linkMode?: boolean | undefined
}

/** A peer and the key by which it takes part in a session. */
export interface Participant {
  /** X25519, in hex. */
  readonly publicKey: string
  readonly metadata: PeerMetadata
}

export interface RelayOptions {
  readonly protocol: string
  readonly data?: string | undefined
}

/** Why a peer ends something. */
export interface Reason {
  readonly code: number
  readonly message: string
}

export const PeerMetadata: v.GenericSchema<unknown, PeerMetadata> = v.object({
  name: text,
  description: v.optional(text, ''),
  url: v.optional(url, ''),
  // A picture whose address is too long is left out: no reason to refuse the peer.
  icons: v.pipe(
    v.fallback(v.array(v.string()), []),
    v.transform((icons) => icons.filter((icon) => icon.length <= sizes.url).slice(0, 16)),
  ),
  verifyUrl: v.optional(url),
  redirect: v.optional(
    v.object({ native: v.optional(url), universal: v.optional(url), linkMode: v.optional(v.boolean()) }),
  ),
})

export const RelayOptions: v.GenericSchema<unknown, RelayOptions> = v.object({
  protocol: word,
  data: v.optional(text),
})

export const Participant: v.GenericSchema<unknown, Participant> = v.object({ publicKey: hex32, metadata: PeerMetadata })

export const Reason: v.GenericSchema<unknown, Reason> = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: text,
})
