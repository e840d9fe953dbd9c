import type { Abortable, Clock } from '@foyer/core'
import { readProperty } from '@foyer/core/connector'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { postToExtensions } from '../discovery/page.js'
import { asked, longestPayload, saidBy } from './asked.js'
import { keysOf, type OwnKeys, openSealed, writeMessage } from './boxes.js'

/** A pairing: what this page opens and seals with, and whom it is with. */
export interface Pairing {
  /** 32 bytes in hexadecimal. */
  readonly seed: string
  /** The wallet's key of ed25519, in hexadecimal. */
  readonly peer: string
}

const Key = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Paired = v.object({ publicKey: Key })

/** Of the pairing: what is newer is spoken by no extension. */
const pairingVersion = '3'

/**
 * Pairs this page with an extension, by keys that were never used before. It shows the visitor nothing.
 * @throws WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function pair({
  extensionId,
  name,
  clock,
  signal,
}: Abortable & { readonly extensionId: string; readonly clock: Clock } & { readonly name: string }): Promise<Pairing> {
  const seed = crypto.getRandomValues(new Uint8Array(32))
  const keys = keysOf(seed)
  const request = {
    ...{ id: crypto.randomUUID(), type: 'postmessage-pairing-request', name, version: pairingVersion },
    publicKey: hex.encode(keys.publicKey),
  }
  const { publicKey: peer } = await asked({
    ...{ method: 'pair', expected: 'its key', clock, signal, schema: Paired },
    post: () => postToExtensions({ targetId: extensionId, payload: writeMessage(request) }),
    answerIn: (said) => pairingIn({ said, extensionId, keys }),
  })
  return { seed: hex.encode(seed), peer }
}

function pairingIn(of: { readonly said: unknown; readonly extensionId: string; readonly keys: OwnKeys }): unknown {
  const payload = readProperty(saidBy(of.extensionId, of.said), 'payload')
  if (typeof payload !== 'string' || payload.length > longestPayload) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(openSealed(of.keys, hex.decode(payload))))
  } catch {
    return undefined // sealed for another page's keys
  }
}
