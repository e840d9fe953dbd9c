import { decodeBytes, encodeBytes, newId, randomBytes, transcript } from '@foyer/custody/bytes'
import { answerWindowCall, askWindowCall, pollWindowCall, readWindowCall } from '@foyer/login/windowCalls'
import { RefusedError, type Servers } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import { type FromFrame, type FromWindow, readFromFrame, readFromWindow } from './exchange.js'
import { pack, unpack } from './packed.js'

/*
 * A page with Cross-Origin-Opener-Policy `same-origin` cuts the windows that are opened in it off: neither has the other's window. Then the frame's request
 * and the window's answer lie at the login server, encrypted under a key of their own that stands in the window's address, after the `#`.
 *
 * Anyone with a session can leave something there, so that a window takes nothing from it but what it shows: it signs nothing, and what it says counts for
 * the frame alone that made the key, which signs what it has asked about. Its site is the login server's word, and what a visitor knows the wallet's windows by
 * stands beside a letter of the visitor's own alone.
 */

/** The parts of a window's address. */
export interface WindowAddress {
  readonly id: string
  /** Empty in that of a window that isn't asked by letter. */
  readonly key: string
}

export const newAddress = ({ hasKey }: { readonly hasKey: boolean }): WindowAddress => ({
  id: newId(),
  key: hasKey ? encodeBytes(randomBytes(32)) : '',
})
export const hashOf = ({ id, key }: WindowAddress): string => (key === '' ? `#${id}` : `#${id}.${key}`)
export function addressIn(hash: string): WindowAddress {
  const [id = '', key = ''] = hash.slice(1).split('.')
  return { id, key }
}

type Direction = 'asked' | 'said'

const keyOf = ({ key }: WindowAddress) =>
  crypto.subtle.importKey('raw', decodeBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Neither is taken for the other, nor for another window's. */
const cipherOf = ({ id }: WindowAddress, direction: Direction, iv: Uint8Array<ArrayBuffer>) => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: transcript('foyer window 2', id, direction),
})

/** Packs and encrypts what goes one way. */
export async function seal(address: WindowAddress, direction: Direction, message: unknown): Promise<string> {
  const iv = randomBytes(12)
  const packed = await pack(JSON.stringify(message))
  const sealed = await crypto.subtle.encrypt(cipherOf(address, direction, iv), await keyOf(address), packed)
  return encodeBytes(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** @throws a DOMException where the key, the window or the direction is another */
export async function open(address: WindowAddress, direction: Direction, letter: string): Promise<unknown> {
  const bytes = decodeBytes(letter)
  const cipher = cipherOf(address, direction, bytes.slice(0, 12))
  const packed = await crypto.subtle.decrypt(cipher, await keyOf(address), bytes.slice(12))
  return JSON.parse(await unpack(new Uint8Array(packed)))
}

/** How often the frame asks whether its window has said something, in milliseconds. */
const pollEveryMs = 2_000

export interface AskByLetter {
  readonly servers: Servers
  readonly session: Pick<SessionHolder, 'token'>
  readonly address: WindowAddress
  readonly asked: FromFrame
  readonly onSaid: (said: FromWindow) => void
  /** The letter lies there. */
  readonly onAsked?: (() => void) | undefined
  /** It can't be asked so. */
  readonly onFailed: (error: unknown) => void
}

/** Asks a window that the frame is cut off from. @returns what asks no longer */
export function askByLetter(parameters: AskByLetter): () => void {
  const { servers, session, address, asked, onSaid, onAsked, onFailed } = parameters
  const leaving = new AbortController()
  const { signal } = leaving
  const signed = async () => ({ token: await session.token(), signal })
  const hear = async (): Promise<FromWindow | undefined> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
      if (signal.aborted) return undefined
      try {
        const { said } = await servers.signed(pollWindowCall, { window: address.id }, await signed())
        if (said !== null) return readFromWindow(await open(address, 'said', said))
      } catch (error) {
        if (error instanceof RefusedError) throw error // it is over
      }
    }
  }
  const run = async () => {
    const letter = await seal(address, 'asked', asked)
    await servers.signed(askWindowCall, { window: address.id, asked: letter }, await signed())
    if (!signal.aborted) onAsked?.()
    const said = await hear()
    if (said && !signal.aborted) onSaid(said)
  }
  run().catch((error: unknown) => {
    if (!signal.aborted) onFailed(error)
  })
  return () => leaving.abort()
}

/** The window may be there before its letter is: looked for so often, in milliseconds, and so many times. */
const lookEveryMs = 500
const mostLooks = 30

async function onceThere<Result>(look: () => Promise<Result>): Promise<Result> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await look()
    } catch (error) {
      const isEarly = error instanceof RefusedError && error.refusal === 'window_unknown' && looks < mostLooks
      if (!isEarly) throw error
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }
}

/** The letters between a window and the frame that opened it, where it is cut off from that. */
export interface Letters {
  /** @returns undefined for anything but a request that is shown alone @throws where nothing comes, or it is under another key */
  read(): Promise<ReadLetter | undefined>
  answer(said: FromWindow): Promise<void>
}

/** A letter as it counts, whatever stands in it of itself. */
export interface ReadLetter {
  readonly asked: FromFrame
  /** This browser's visitor is logged in at the wallet's own pages as the person whose device asks. */
  readonly isOwn: boolean
}

/** The letters of a window's address. */
export const lettersAt = (servers: Promise<Servers>, address: WindowAddress): Letters => ({
  async read() {
    const letter = await onceThere(async () => (await servers).signed(readWindowCall, { window: address.id }))
    const said = readFromFrame(await open(address, 'asked', letter.asked))
    if (said?.type !== 'foyer-window-show' || said.signing) return undefined
    const { site, isOwn } = letter
    return { asked: { ...said, approval: { ...said.approval, site } }, isOwn }
  },
  async answer(said) {
    const letter = await seal(address, 'said', said)
    await (await servers).signed(answerWindowCall, { window: address.id, said: letter })
  },
})
