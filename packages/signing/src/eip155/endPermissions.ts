import type { WalletNetwork } from '@foyer/core/words'
import { isHash } from 'viem'
import { enforcers } from '../enforcers.js'
import type { FamilyHost, PreparedRequest, SigningAccount } from '../family.js'
import { words } from '../sentences.js'
import { balanceOf, fillAnyway, untilMined } from './chain.js'
import { signedTransaction, transactionPayload } from './payloads.js'
import { nonceOf, raisingNonce } from './permissions/accountNonce.js'
import { sendSigned } from './sendSigned.js'
import { addressOf } from './standing.js'
import { describeOwn } from './switchCode.js'
import { askedAgain, freeNonce, hasToWait, inTurn, isOvertaken } from './turn.js'

export interface EndPermissionsParameters {
  readonly network: WalletNetwork
  readonly account: SigningAccount
  readonly signal?: FamilyHost['signal']
}

/** All that may be redeemed on a network stands under one number of the account's. @throws where the node doesn't answer */
export const permissionsNumber = ({
  network,
  address,
}: {
  readonly network: WalletNetwork
  readonly address: string
}) => nonceOf({ network }, addressOf(address))

/**
 * Prepares the end of all permissions that an account has given on a network, listed anywhere or nowhere: a transaction of its own, which its owner asks for on the wallet's own page.
 *
 * @throws where the node doesn't answer
 */
export async function prepareEndPermissions(asked: EndPermissionsParameters): Promise<PreparedRequest> {
  const { network, account, signal } = asked
  const from = addressOf(account.address)
  const call = { from, to: enforcers.nonce, data: raisingNonce(), nonce: await freeNonce({ network, from }) }
  const [{ transaction, isExpectedToFail }, balance] = await Promise.all([
    fillAnyway({ network, asked: call }),
    balanceOf({ network, address: from }),
  ])
  const { nonce } = transaction
  const numbered = { network, from, nonce }
  const waits = await hasToWait(numbered)
  const payload = transactionPayload(transaction)
  return {
    kind: 'ask',
    shown: describeOwn({
      ...{ network, transaction, isExpectedToFail, balance, waits, isDeliberate: false },
      ...{ title: words('request.endGrants'), facts: [], warnings: [words('request.warn.allEnd')] },
    }),
    payloads: [payload],
    recheck: async () => ((await isOvertaken(numbered)) ? askedAgain(await prepareEndPermissions(asked)) : undefined),
    async perform() {
      const signed = signedTransaction({ transaction, signature: await account.sign(payload) })
      return inTurn({ ...numbered, waits, signal }, () => sendSigned({ ...numbered, signed }))
    },
  }
}

/** So long it is waited for, in milliseconds, unless said otherwise. */
const endedMs = 180_000

/**
 * Waits until the end of all permissions is in a block, and reads the account's number then.
 *
 * @param was - the number before
 * @returns undefined where no block has it after a while: it may still come
 */
export async function permissionsEnded({
  hash,
  was,
  mostMs = endedMs,
  ...on
}: Parameters<typeof permissionsNumber>[0] & {
  readonly hash: string
  readonly was: bigint
  readonly mostMs?: number | undefined
}): Promise<boolean | undefined> {
  if (!isHash(hash)) throw new TypeError('A transaction was sent without a hash.')
  const mined = await untilMined({ network: on.network, hash, mostMs })
  return mined && (await permissionsNumber(on)) > was
}
