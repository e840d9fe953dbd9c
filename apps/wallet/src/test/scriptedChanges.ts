import { newId } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import type { Receipt, Statement } from '@foyer/custody/signed'
import * as v from 'valibot'

export interface ScriptedChangesParameters {
  readonly code: string
  /** The wallets that the keeper has bound, by their persons. */
  readonly bound: Map<string, { wallet: string; part: Uint8Array; sealedHash: string }>
  readonly receipt: (statement: Statement) => Promise<Receipt>
  readonly expiresAt: () => number
  readonly state: {
    readonly refusal: { status: number; code: string } | undefined
    readonly changeIs: object | undefined
  }
  /** Returns the person who is logged in. */
  readonly person: () => string
  readonly refuse: (status: number, code: string) => unknown
}

const text = (value: unknown): string => v.parse(v.string(), value)

/** Creates the scripted servers' answers about changes of the mailbox. */
export function scriptedChanges({ code, bound, receipt, expiresAt, state, person, refuse }: ScriptedChangesParameters) {
  let change: { readonly id: string; readonly isProved: boolean } | undefined
  let asked: { readonly id: string; readonly from: string; readonly to: string } | undefined
  const answers: Record<string, (payload: Record<string, unknown>, device: string) => unknown> = {
    '/login/v1/emails/change': ({ email }) => {
      if (personOf({ email: text(email) }) === person()) return refuse(409, 'email_same')
      change = { id: newId(), isProved: false }
      return { change: change.id, action: 'VERIFY_PRIMARY_OTP', codeSeconds: 420 }
    },
    '/login/v1/emails/verify': ({ change: id, code: given }) => {
      if (given !== code) return refuse(403, 'code_wrong')
      if (change === undefined || id !== change.id) return refuse(403, 'code_expired')
      if (change.isProved) return state.refusal ? refuse(state.refusal.status, state.refusal.code) : { change: null }
      change = { id: newId(), isProved: true }
      return { change: change.id }
    },
    '/keeper/v1/emails/change': ({ from, to }) => {
      asked ??= { id: newId(), from: personOf({ email: text(from) }), to: personOf({ email: text(to) }) }
      return { change: asked.id, expiresAt: expiresAt() }
    },
    '/keeper/v1/emails/state': async ({ change: id }, device) => {
      if (asked === undefined || asked.id !== id) return refuse(409, 'ceremony_over')
      if (state.changeIs) return state.changeIs
      const { from, to } = asked
      const moving = bound.get(from) ?? bound.get(to) ?? { wallet: '', part: new Uint8Array(), sealedHash: '' }
      bound.delete(from)
      bound.set(to, moving)
      const { wallet, sealedHash } = moving
      const common = { person: to, device, ceremony: text(id), expiresAt: expiresAt() }
      const moved = { from, at: expiresAt() }
      return { status: 'changed', receipt: await receipt({ is: 'bound', ...common, wallet, sealedHash, moved }) }
    },
  }
  return answers
}
