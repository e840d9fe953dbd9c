import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '@foyer/page'
import * as v from 'valibot'
import { ChainStateError } from '../errors.js'
import { lockDirectory } from '../lock.js'
import { createEsploraApi } from './esploraApi.js'
import { Ledger } from './ledger.js'

/** What is fixed about the local Bitcoin network, running or not: its id and addresses are those of a regtest. */
export const localBitcoin = {
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Foyer Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as const

export interface StartBitcoinParameters {
  /** Where the ledger is kept, as `ledger.json`; made when it isn't there. Without it the ledger lives in memory. */
  directory?: string | undefined
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** forgets first what the directory keeps */
  reset?: boolean | undefined
  /** What is sent is in a block at once, as on the local EVM chains; true unless said. */
  minesAtOnce?: boolean | undefined
}

/** The local Bitcoin ledger that answers, and the way to end it. */
export interface StartedBitcoin {
  readonly caipNetworkId: typeof localBitcoin.caipNetworkId
  readonly name: string
  readonly nativeCurrency: typeof localBitcoin.nativeCurrency
  /** Where Esplora's paths are, and the node's few calls of JSON-RPC. */
  readonly url: string
  /** Puts coins at an address, in a block of their own. @returns the id of the transaction */
  fund(request: { address: string; sats: number }): Promise<string>
  /** Adds blocks. */
  mine(blocks?: number): Promise<void>
  /** Ends it once the ledger is written. Can be called again. */
  stop(): Promise<void>
}

const Record = v.object({
  height: v.number(),
  transactions: v.array(v.object({ hex: v.string(), height: v.nullable(v.number()) })),
})

/**
 * Starts a Bitcoin ledger with Esplora's paths: signatures of one key, amounts, double spends, fees and dust are checked. It is no consensus node: there is no
 * work in its blocks, and scripts beyond one key are refused.
 * @throws {@link DirectoryInUseError} · {@link ChainStateError}, and what the port throws
 * @example
 * const bitcoin = await startBitcoin({ directory: '.foyer/bitcoin' })
 * await bitcoin.fund({ address: 'bcrt1q…', sats: 100_000_000 })
 * await bitcoin.stop()
 */
export async function startBitcoin({
  directory,
  port = 0,
  reset = false,
  minesAtOnce = true,
}: StartBitcoinParameters = {}): Promise<StartedBitcoin> {
  const disk = directory === undefined ? undefined : await openDisk({ directory, reset })
  const ledger = disk?.ledger ?? new Ledger()
  const api = createEsploraApi({ ledger, minesAtOnce, changed: async () => disk?.write() })
  const listening = await listen({ fetch: api.fetch, port }).catch(async (error: unknown) => {
    await disk?.close()
    throw error
  })
  const { url } = listening
  const post = async (path: string, body: object) => {
    const answer = await api.request(path, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  let stopping: Promise<void> | undefined
  return {
    ...localBitcoin,
    url,
    fund: async (request) => v.parse(v.object({ txid: v.string() }), await post('/local/fund', request)).txid,
    mine: async (blocks = 1) => void (await post('/local/mine', { blocks })),
    stop: () => (stopping ??= listening.stop().finally(() => disk?.close())),
  }
}

interface Disk {
  readonly ledger: Ledger
  /** Writes what the ledger is by then, after what is being written. */
  write(): Promise<void>
  /** Waits for what is being written, and gives the directory back. */
  close(): Promise<void>
}

/** What was accepted is kept, also where the process is killed: the file is written whole or not at all. */
async function openDisk({ directory, reset }: { directory: string; reset: boolean }): Promise<Disk> {
  await mkdir(directory, { recursive: true })
  const unlock = await lockDirectory(directory)
  const file = join(directory, 'ledger.json')
  try {
    if (reset) await rm(file, { force: true })
    const ledger = await readLedger(file)
    const write = async () => {
      await writeFile(`${file}.new`, JSON.stringify(ledger.record))
      await rename(`${file}.new`, file)
    }
    let writing = Promise.resolve()
    return {
      ledger,
      write() {
        writing = writing.then(write, write)
        return writing
      },
      close: () => writing.finally(unlock),
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function readLedger(file: string): Promise<Ledger> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return text === undefined ? new Ledger() : Ledger.from(v.parse(Record, JSON.parse(text)))
  } catch (cause) {
    throw new ChainStateError({ chainId: localBitcoin.caipNetworkId, stateFile: file, cause })
  }
}
