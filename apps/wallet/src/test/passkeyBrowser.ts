import { randomBytes } from '@foyer/custody/bytes'
import { passkeySalt } from '@foyer/login/ownDoorKeys'
import { expect } from 'vitest'
import type { OpenBy } from '../doors/openBy.js'
import type { PasskeyBrowser } from '../doors/passkey.js'

/** Opens a door by a passkey, in a browser that has them. */
export async function passkeyOf({ passkey }: OpenBy) {
  if (!passkey) throw new Error('This browser has no passkeys.')
  return passkey()
}

/** Passkeys of one person, with the answers that they give. */
export function passkeyBrowser({ answers = (): boolean => true, atCreation = true, changes = false } = {}) {
  const kept: { id: Uint8Array<ArrayBuffer>; user: Uint8Array<ArrayBuffer>; secret: number }[] = []
  const state = { isCancelled: false, uses: 0 }
  const credential = ({ id, user, secret }: (typeof kept)[number], isAnswered: boolean): PublicKeyCredential => {
    const first = new Uint8Array(32).fill(changes ? secret + state.uses : secret).buffer
    return Object.assign(Object.create(null), {
      type: 'public-key',
      rawId: id.buffer,
      response: { userHandle: user.buffer },
      getClientExtensionResults: () => ({ prf: isAnswered ? { results: { first } } : {} }),
    })
  }
  const browser: PasskeyBrowser = {
    async create(options) {
      if (state.isCancelled) throw new DOMException('', 'NotAllowedError')
      const asked = Object(options).publicKey
      expect(asked.extensions.prf.eval.first).toEqual(await passkeySalt())
      expect(asked.authenticatorSelection).toEqual({ residentKey: 'required', userVerification: 'required' })
      if (
        kept.some(({ id }) =>
          asked.excludeCredentials.some((each: { id: Uint8Array }) => String(each.id) === String(id)),
        )
      )
        throw new DOMException('', 'InvalidStateError')
      const made = { id: randomBytes(16), user: Uint8Array.from(asked.user.id), secret: 40 + kept.length }
      kept.push(made)
      return credential(made, answers() && atCreation)
    },
    async get(options) {
      state.uses += 1
      const { allowCredentials } = Object(options).publicKey
      const found = kept.find(({ id }) =>
        allowCredentials.length === 0
          ? true
          : allowCredentials.some((each: { id: Uint8Array }) => String(each.id) === String(id)),
      )
      if (!found || state.isCancelled) throw new DOMException('', 'NotAllowedError')
      return credential(found, answers())
    },
  }
  return { browser, state }
}
