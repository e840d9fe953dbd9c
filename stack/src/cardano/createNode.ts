import {
  Address,
  AssetId,
  Transaction,
  TransactionId,
  TransactionInput,
  TransactionOutput,
  TransactionUnspentOutput,
  TxCBOR,
  toHex,
  Value,
} from '@blaze-cardano/core'
import { Emulator } from '@blaze-cardano/emulator'
import { createKoiosApi } from './koiosApi.js'

/** What an address is given: one output, with tokens or without. */
export interface CardanoGift {
  readonly address: string
  /** In lovelace. */
  readonly amount: bigint
  /** By the policy and the name, both in hexadecimal. */
  readonly tokens?: Readonly<Record<string, bigint>> | undefined
}

/** A transaction that a block has taken. */
export interface TakenTransaction {
  readonly block: number
  readonly fee: bigint
}

/** Outputs and transactions, as the ledger of the tests has them. */
export interface CardanoLedger {
  readonly emulator: Emulator
  readonly taken: ReadonlyMap<string, TakenTransaction>
  give(gift: CardanoGift): void
  /** @returns its hash @throws Error with the ledger's reason */
  accept(signed: Uint8Array): Promise<string>
  /** What lies at an address. */
  utxosAt(address: string): readonly TransactionUnspentOutput[]
}

/** The node without its port. */
export interface CardanoNode {
  readonly fetch: (request: Request) => Response | Promise<Response>
  give(gift: CardanoGift): void
  pass(slots: number): void
}

export function createNode(): CardanoNode {
  const ledger = createLedger()
  const { emulator, give } = ledger
  return {
    fetch: createKoiosApi(ledger).fetch,
    give,
    pass: (slots) => emulator.stepForwardToSlot(emulator.clock.slot + slots),
  }
}

function createLedger(): CardanoLedger {
  const emulator = new Emulator([])
  const taken = new Map<string, TakenTransaction>()
  return {
    ...{ emulator, taken },
    give({ address, amount, tokens = {} }) {
      const held = new Map(Object.entries(tokens).map(([token, each]) => [AssetId(token), each]))
      const id = TransactionId(toHex(crypto.getRandomValues(new Uint8Array(32))))
      const output = new TransactionOutput(
        Address.fromBech32(address),
        new Value(amount, held.size > 0 ? held : undefined),
      )
      emulator.addUtxo(new TransactionUnspentOutput(new TransactionInput(id, 0n), output))
    },
    async accept(signed) {
      const transaction = Transaction.fromCbor(TxCBOR(toHex(signed)))
      const hash = await emulator.submitTransaction(transaction)
      // Each transaction has a block of its own.
      emulator.stepForwardBlock()
      taken.set(hash, { block: emulator.clock.block, fee: transaction.body().fee() })
      return hash
    },
    utxosAt: (address) => emulator.utxos().filter((each) => each.output().address().toBech32() === address),
  }
}
