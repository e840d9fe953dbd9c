import { FoyerError } from '@foyer/core/errors'

/** There is no session to act by: nothing was granted to the key yet, or its key isn't in this page. */
export class NoSessionError extends FoyerError {
  override readonly name = 'NoSessionError'
  readonly code = 'no_session'

  constructor({ why }: { readonly why: 'notGranted' | 'keyElsewhere' }) {
    super(
      why === 'notGranted'
        ? 'Nothing was granted to this session. Call its `grant` from a press of the visitor first.'
        : "The session's key isn't in this page: `to` names an address of your backend, which redeems the permission itself.",
      { facts: { why } },
    )
  }
}

/**
 * The session can be used no more. `expired`: its time is over. `ended`: the account has ended it. `off`: the account's code that carries it out is switched off.
 * `spent`: its limit is reached, for good or until the next period.
 */
export class SessionOverError extends FoyerError {
  override readonly name = 'SessionOverError'
  readonly code = 'session_over'
  readonly why: 'expired' | 'ended' | 'off' | 'spent'

  constructor({ why, cause }: { readonly why: SessionOverError['why']; readonly cause?: unknown }) {
    super(`The session can't be used: ${reasons[why]}.`, { facts: { why }, cause })
    this.why = why
  }
}

const reasons = {
  expired: 'its time is over',
  ended: 'the account has ended it',
  off: "the account's code that carries it out is switched off",
  spent: 'its limit is reached',
} as const

/** The session's key hasn't the coin that the network takes for a call. Send some to its address. */
export class SessionWithoutCoinError extends FoyerError {
  override readonly name = 'SessionWithoutCoinError'
  readonly code = 'session_without_coin'

  /** Amounts in wei. */
  constructor({ address, needed, held }: { readonly address: string; readonly needed: bigint; readonly held: bigint }) {
    super(`The session's key ${address} has ${held} wei, and a call takes up to ${needed}. Send it some coin.`, {
      facts: { address, needed: `${needed}`, held: `${held}` },
    })
  }
}

/**
 * The project pays for the session's calls, and not for this one. `budget`: a budget is used up. `fee`: the network is too dear at the moment. `unfunded`: the operator's account has no coin
 * left. `operation`, `authorization`, `late`: something else was sent by the key meanwhile. `away`: the operator's server doesn't answer. `dropped`: it was taken, and its time is over.
 * Nothing of it is carried out; `redeem` with `paidBy: 'key'` has the key pay. `unknown`: it may have been taken: its answer was lost, or within a quarter of an hour no block had it.
 */
export class SessionNotSponsoredError extends FoyerError {
  override readonly name = 'SessionNotSponsoredError'
  readonly code = 'session_not_sponsored'
  readonly because: keyof typeof unpaid

  constructor({ because, cause }: { readonly because: keyof typeof unpaid; readonly cause?: unknown }) {
    super(`The project doesn't pay for this call of the session: ${unpaid[because]}.`, { facts: { because }, cause })
    this.because = because
  }
}

const unpaid = {
  budget: 'a budget is used up',
  fee: 'the network takes more than the project allows at the moment',
  unfunded: "the operator's account has no coin left",
  operation: "the key's next operation is another one",
  authorization: "the key's account has changed meanwhile",
  late: 'what was signed is no longer valid',
  away: "the operator's server doesn't answer",
  dropped: 'it was taken, and its time was over before a block had it',
  unknown: 'it may have been taken, and no block had it in time',
} as const

/** The call itself was refused: by the contract that it calls, or as the permission doesn't allow it. Nothing was sent, or it was sent and reverted. */
export class SessionCallRefusedError extends FoyerError {
  override readonly name = 'SessionCallRefusedError'
  readonly code = 'session_call_refused'

  constructor({ hash, cause }: { readonly hash?: string | undefined; readonly cause?: unknown }) {
    super("The session's call was refused: the permission doesn't allow it, or its contract reverts.", {
      facts: { hash },
      cause,
    })
  }
}

/** The contract that the session calls isn't what it was when it was granted: it is gone, or has become one at which the account may lose what it has. Nothing was sent. End the session. */
export class SessionContractChangedError extends FoyerError {
  override readonly name = 'SessionContractChangedError'
  readonly code = 'session_contract_changed'

  constructor({ why }: { readonly why: string }) {
    super(`The session's contract has changed since it was granted. ${why}`, { facts: { why } })
  }
}

/**
 * This browser doesn't keep the session. `storage`: its database refuses or fails. `broken`: what it has under the session's name isn't one. `foreign`: it was sealed for another
 * account, network, session or site, or was changed. A session that can't be read is none: the next `grant` makes another key.
 */
export class SessionNotKeptError extends FoyerError {
  override readonly name = 'SessionNotKeptError'
  readonly code = 'session_not_kept'
  readonly why: 'storage' | 'broken' | 'foreign'

  constructor({ why, cause }: { readonly why: SessionNotKeptError['why']; readonly cause?: unknown }) {
    super(`This browser doesn't keep the session: ${keeping[why]}.`, { facts: { why }, cause })
    this.why = why
  }
}

const keeping = {
  storage: 'its storage refuses or fails',
  broken: 'what it has is no session',
  foreign: 'what it has was sealed for another session or site, or was changed',
} as const
