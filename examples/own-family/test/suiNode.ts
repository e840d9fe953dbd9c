import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase58 } from '@mysten/sui/utils'
import { verifyTransactionSignature } from '@mysten/sui/verify'
import { blake2b } from '@noble/hashes/blake2.js'
import { buildSchema, graphql } from 'graphql'

/**
 * A stand-in for a node of Sui, as none can be had in tests: it keeps coins, and takes transfers of SUI alone. What it is asked has to fit the official
 * schema of Sui's GraphQL; transactions are read, and their signatures checked, by the official library. Prices, versions of coins and what is kept to pay are
 * checked as nodes do. There is no Move, no other object, and no consensus.
 */
export interface SuiNode {
  /** Of its GraphQL. */
  readonly url: string
  /** Gives an account a coin of so many MIST. */
  give(address: string, amount: bigint): void
  balanceOf(address: string): bigint
  close(): Promise<void>
}

interface Coin {
  readonly id: string
  readonly version: bigint
  readonly balance: bigint
}

const gasPrice = 1000n
/** Of a transfer: units of computation, storage of two coins, and what is given back. */
const [units, stored, givenBack] = [1000n, 1_976_000n, 978_120n]

const library = pathToFileURL(createRequire(import.meta.url).resolve('@mysten/sui/graphql'))
const schema = buildSchema(readFileSync(new URL('../../src/graphql/generated/schema.graphql', library), 'utf8'))

const hash = (text: string): Uint8Array => blake2b(new TextEncoder().encode(text), { dkLen: 32 })
const digestOf = ({ id, version, balance }: Coin): string => toBase58(hash(`${id} ${version} ${balance}`))
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

interface Mined {
  readonly checkpoint: number
  readonly price: bigint
}

export async function createSuiNode(): Promise<SuiNode> {
  const held = new Map<string, Coin[]>()
  const mined = new Map<string, Mined>()
  let made = 0
  const coinsOf = (address: string) => held.get(address) ?? []
  const total = (coins: readonly Coin[]) => coins.reduce((sum, { balance }) => sum + balance, 0n)
  const add = (address: string, coin: Coin) => void held.set(address, [...coinsOf(address), coin])

  /** Carries a transfer out, or says why not. */
  async function execute(text: string, signatures: readonly string[]) {
    const bytes = fromBase64(text)
    const transaction = Transaction.from(bytes)
    const { sender, gasData, inputs, commands } = transaction.getData()
    const [split, give, ...more] = commands
    if (!sender || split?.SplitCoins?.coin.$kind !== 'GasCoin' || !give?.TransferObjects || more.length > 0)
      throw new Error('This node takes transfers of SUI alone.')
    await verifyTransactionSignature(bytes, signatures[0] ?? '', { address: sender })
    const amount = Buffer.from(inputs[0]?.Pure?.bytes ?? '', 'base64').readBigUInt64LE()
    const to = hexOf(fromBase64(inputs[1]?.Pure?.bytes ?? ''))
    const payment = gasData.payment ?? []
    const [price, budget] = [BigInt(gasData.price ?? 0), BigInt(gasData.budget ?? 0)]
    const paying = coinsOf(sender).filter((coin) =>
      payment.some(
        ({ objectId, version, digest }) =>
          objectId === coin.id && BigInt(version) === coin.version && digest === digestOf(coin),
      ),
    )
    const [first] = paying
    if (gasData.owner !== sender || !first || paying.length !== payment.length)
      throw new Error('Transaction needs to be rebuilt because object is unavailable for consumption')
    if (price < gasPrice) throw new Error(`Gas price ${price} under reference gas price (RGP) ${gasPrice}`)
    if (budget < units * price + stored) throw new Error('Gas budget is too low')
    if (total(paying) < budget + amount) throw new Error('InsufficientCoinBalance in command 0')
    const digest = await transaction.getDigest()
    const fee = units * price + stored - givenBack
    const versions = paying.map((coin) => coin.version).sort((one, other) => (one < other ? 1 : -1))
    const version = (versions[0] ?? 0n) + 1n
    const rest = { id: first.id, version, balance: total(paying) - amount - fee }
    held.set(sender, [...coinsOf(sender).filter((coin) => !paying.includes(coin)), rest])
    add(to, { id: hexOf(hash(digest)), version, balance: amount })
    mined.set(digest, { checkpoint: mined.size + 1, price })
    return { effects: effectsOf(digest) }
  }

  const effectsOf = (digest: string) => {
    const { checkpoint, price = 0n } = mined.get(digest) ?? {}
    const gasSummary = {
      computationCost: Number(units * price),
      storageCost: Number(stored),
      storageRebate: Number(givenBack),
    }
    return {
      digest,
      status: 'SUCCESS',
      checkpoint: checkpoint && { sequenceNumber: checkpoint },
      gasEffects: { gasSummary },
    }
  }

  const rootValue = {
    epoch: { referenceGasPrice: `${gasPrice}` },
    address: ({ address }: { readonly address: string }) => ({
      address,
      balance: () => ({ totalBalance: `${total(coinsOf(address))}` }),
      objects: () => ({
        nodes: coinsOf(address).map((coin) => ({
          address: coin.id,
          version: Number(coin.version),
          digest: digestOf(coin),
        })),
      }),
    }),
    transaction: ({ digest }: { readonly digest: string }) =>
      mined.has(digest) ? { digest, effects: effectsOf(digest) } : null,
    executeTransaction: (asked: { readonly transactionDataBcs: string; readonly signatures: readonly string[] }) =>
      execute(asked.transactionDataBcs, asked.signatures),
  }

  const server = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    if (request.method !== 'POST') return void response.writeHead(204, cors).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { query, variables } = JSON.parse(Buffer.concat(parts).toString())
    const answer = await graphql({ schema, source: query, variableValues: variables, rootValue })
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The node is served at no port.')
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    give: (account, balance) => add(account, { id: hexOf(hash(`given ${++made}`)), version: 1n, balance }),
    balanceOf: (account) => total(coinsOf(account)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
