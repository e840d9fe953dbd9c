import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'
import { type AnswerServer, startAnswerServer } from '../../test/answerServer.js'

/** An output of the ledger's. */
export interface LedgerOutput {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly address: string
  readonly script: Uint8Array
}

/** For tests. The part of an Esplora server that the wallet calls, which checks the signatures of what it is sent. */
export interface TestLedger extends AnswerServer {
  readonly outputs: LedgerOutput[]
  /** In satoshi a virtual byte. */
  rate: number
  readonly sent: readonly Transaction[]
}

export async function startTestLedger(): Promise<TestLedger> {
  const outputs: LedgerOutput[] = []
  const sent: Transaction[] = []
  const at = (address: string) => outputs.filter((each) => each.address === address)
  const answer = ({ line, body }: { readonly line: string; readonly body: string }): unknown => {
    const [, address = '', isList] = /^GET \/address\/(\w+)(\/utxo)?$/.exec(line) ?? []
    if (isList) return at(address).map(({ txid, vout, value }) => ({ txid, vout, value, status: { confirmed: true } }))
    if (address !== '') {
      const funded = at(address).reduce((sum, { value }) => sum + value, 0)
      const waiting = { funded_txo_sum: 0, spent_txo_sum: 0 }
      return { address, chain_stats: { funded_txo_sum: funded, spent_txo_sum: 0 }, mempool_stats: waiting }
    }
    if (line === 'GET /fee-estimates') return { '1': 2 * ledger.rate, '3': ledger.rate, '144': 1 }
    if (line === 'GET /blocks/tip/height') return 900_000
    if (line !== 'POST /tx') throw new Error('Not found.')
    const transaction = Transaction.fromRaw(hexToBytes(body), { allowUnknownOutputs: true })
    check({ transaction, outputs })
    sent.push(transaction)
    return transaction.id
  }
  const server = await startAnswerServer((asked) => {
    try {
      const value = answer(asked)
      return { status: 200, text: typeof value === 'string' ? value : JSON.stringify(value) }
    } catch (error) {
      return { status: 400, text: String(error) }
    }
  })
  const ledger: TestLedger = { ...server, outputs, rate: 2, sent }
  return ledger
}

/** @throws where a signature isn't one of the output's key over this transaction, or more is spent than there is */
function check({
  transaction,
  outputs,
}: {
  readonly transaction: Transaction
  readonly outputs: readonly LedgerOutput[]
}): void {
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { txid, index: vout } = transaction.getInput(index)
    const output = outputs.find((each) => each.txid === bytesToHex(txid ?? new Uint8Array()) && each.vout === vout)
    if (!output) throw new Error('An input is unknown.')
    return output
  })
  const values = spent.map(({ value }) => BigInt(value))
  const scripts = spent.map(({ script }) => script)
  spent.forEach(({ script, value }, index) => {
    const [signature = new Uint8Array(), publicKey = new Uint8Array()] =
      transaction.getInput(index).finalScriptWitness ?? []
    const decoded = OutScript.decode(script)
    const isRight =
      decoded.type === 'tr'
        ? schnorr.verify(
            signature,
            transaction.preimageWitnessV1(index, scripts, SigHash.DEFAULT, values),
            decoded.pubkey,
          )
        : decoded.type === 'wpkh' &&
          bytesToHex(hash160(publicKey)) === bytesToHex(decoded.hash) &&
          secp256k1.verify(
            signature.slice(0, -1),
            transaction.preimageWitnessV0(
              index,
              OutScript.encode({ type: 'pkh', hash: decoded.hash }),
              signature.at(-1) ?? 0,
              BigInt(value),
            ),
            publicKey,
            { prehash: false, format: 'der' },
          )
    if (!isRight) throw new Error(`The signature of the input ${index} is wrong.`)
  })
  const paid = Array.from(
    { length: transaction.outputsLength },
    (_, index) => transaction.getOutput(index).amount ?? 0n,
  )
  const sum = (list: readonly bigint[]) => list.reduce((total, each) => total + each, 0n)
  if (sum(paid) > sum(values)) throw new Error('More is paid than is spent.')
}
