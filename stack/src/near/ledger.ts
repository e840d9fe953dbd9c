import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { invalid, NearRefusal } from './NearRefusal.js'
import { type NearTransaction, readTransaction } from './signedTransaction.js'

export interface LedgerKey {
  nonce: number
  readonly permission: 'FullAccess' | { readonly FunctionCall: object }
}

export interface LedgerAccount {
  amount: bigint
  /** In bytes. */
  storage: number
  readonly keys: Map<string, LedgerKey>
}

/** A transaction that is carried out. */
export interface NearEntry {
  readonly transaction: NearTransaction
  readonly height: number
  /** What was burnt for it. */
  readonly burnt: bigint
  /** Undefined where it was carried out. */
  readonly failure: object | undefined
}

/** What an account of the tests begins with. */
export interface NearGift {
  readonly accountId: string
  readonly amount: bigint
  /** Of keys that may do all; one of an account that is called by its key needn't be said. */
  readonly publicKey?: string | undefined
  /** A key that may call a contract alone. */
  readonly limitedKey?: string | undefined
  readonly storage?: number | undefined
}

export const gasPrice = 100_000_000n
/** A transfer, and one that makes the account which receives it: by the protocol's own prices. */
const [transferGas, creationGas] = [446_365_125_000n, 8_349_895_575_000n]
const [yoctoPerByte, freeBytes] = [10n ** 19n, 770]
/** What keys begin with: above all that older accounts of the name ever signed. */
const firstNonce = 1_000_000

export const hashOfBlock = (height: number): string =>
  base58.encode(createHash('sha256').update(`block ${height}`).digest())

/** Accounts, their keys and coins, and the transfers between them: each in a block of its own. */
export class NearLedger {
  readonly accounts = new Map<string, LedgerAccount>()
  readonly entries = new Map<string, NearEntry>()
  height = 1

  give({ accountId, amount, publicKey, limitedKey, storage }: NearGift): void {
    const account = this.accounts.get(accountId) ?? created(accountId)
    account.amount += amount
    account.storage = storage ?? account.storage
    if (publicKey) account.keys.set(publicKey, { nonce: firstNonce, permission: 'FullAccess' })
    const permission = { FunctionCall: { allowance: null, receiver_id: 'app.near', method_names: [] } }
    if (limitedKey) account.keys.set(limitedKey, { nonce: firstNonce, permission })
    this.accounts.set(accountId, account)
  }

  accountOf(accountId: string): LedgerAccount {
    const account = this.accounts.get(accountId)
    if (account) return account
    throw new NearRefusal({ kind: 'UNKNOWN_ACCOUNT', data: `account ${accountId} does not exist while viewing` })
  }

  keyOf(of: { readonly accountId: string; readonly publicKey: string }): LedgerKey {
    const key = this.accountOf(of.accountId).keys.get(of.publicKey)
    if (key) return key
    const data = `access key ${of.publicKey} does not exist while viewing`
    throw new NearRefusal({ kind: 'UNKNOWN_ACCESS_KEY', data })
  }

  /** Checks a transaction as nodes do, and carries it out in the next block. @throws {@link NearRefusal} for what isn't taken into one */
  accept(bytes: Buffer): NearEntry {
    const transaction = readTransaction(bytes)
    const { signerId, publicKey, nonce, receiverId, blockHash, deposit, hash } = transaction
    const signer = this.accounts.get(signerId)
    const key = signer?.keys.get(publicKey)
    if (!signer || !key) throw invalid('InvalidAccessKeyError')
    if (key.permission !== 'FullAccess') throw invalid('RequiresFullAccess')
    if (nonce <= key.nonce) throw invalid('InvalidNonce')
    if (!Array.from({ length: this.height }, (_, each) => hashOfBlock(each + 1)).includes(blockHash))
      throw invalid('Expired')
    const receiver = this.accounts.get(receiverId)
    const isMade = !receiver && /^[0-9a-f]{64}$/.test(receiverId)
    const burnt = gasPrice * (isMade ? creationGas : transferGas)
    const kept = signer.storage > freeBytes ? BigInt(signer.storage) * yoctoPerByte : 0n
    if (signer.amount < deposit + burnt) throw invalid('NotEnoughBalance')
    if (signer.amount - deposit - burnt < kept) throw invalid('LackBalanceForState')
    key.nonce = nonce
    signer.amount -= burnt
    const isDone = receiver !== undefined || isMade
    if (isDone) {
      signer.amount -= deposit
      this.give({ accountId: receiverId, amount: deposit })
    }
    this.height += 1
    const kind = { AccountDoesNotExist: { account_id: receiverId } }
    const failure = isDone ? undefined : { ActionError: { index: 0, kind } }
    const entry = { transaction, height: this.height, burnt, failure }
    this.entries.set(hash, entry)
    return entry
  }
}

/** An account that is called by its key has it. */
function created(accountId: string): LedgerAccount {
  const keys = new Map<string, LedgerKey>()
  if (/^[0-9a-f]{64}$/.test(accountId))
    keys.set(`ed25519:${base58.encode(Buffer.from(accountId, 'hex'))}`, {
      nonce: firstNonce,
      permission: 'FullAccess',
    })
  return { amount: 0n, storage: 182, keys }
}
