import { localServer } from '../../http/test/localServer.js'
import { type FakeKit, type FakeKitParameters, fakeKit } from '../../test/fakeKit.js'
import type { Wallet } from '../../wire/wallet.js'
import { type DirectoryState, watchDirectory } from '../directoryState.js'

export interface LocalDirectory extends FakeKit {
  /** The queries of the listing, oldest first. */
  readonly asked: readonly Readonly<Record<string, string>>[]
  /** The server's list, which a test may change. */
  readonly wallets: Wallet[]
  /** Calls that are answered by a failure: by a part of their query. */
  readonly failing: Set<string>
  readonly origin: string
  /** Holds every answer back. @returns lets them go */
  hold(): () => void
  /** Watches until `unwatch`. @returns what is known by now */
  watch(): () => DirectoryState
  unwatch(): void
  /** Waits for what a watcher sees, going through the client's waits. */
  seen(holds: () => boolean): Promise<void>
  end(): Promise<void>
}

export const idOf = (number: number): string => number.toString(16).padStart(64, '0')

export const walletOf = (number: number, more: Partial<Wallet> = {}): Wallet => ({
  id: idOf(number),
  name: `Wallet ${number}`,
  image_id: `image-${number}`,
  mobile_link: `wallet${number}://`,
  chains: ['eip155:1'],
  ...more,
})

/**
 * For tests: a kit whose operator's server lists wallets as the specification says, over real HTTP; what it knows no chains of it lists always. Not
 * exported by any entry.
 */
export async function openLocalDirectory({
  wallets = Array.from({ length: 100 }, (_, index) => walletOf(index + 1)),
  ...options
}: FakeKitParameters & { readonly wallets?: Wallet[] | undefined } = {}): Promise<LocalDirectory> {
  const asked: Readonly<Record<string, string>>[] = []
  const failing = new Set<string>()
  let held: Promise<void> | undefined
  const server = await localServer(async ({ url }) => {
    const query = Object.fromEntries(url.searchParams)
    if (url.pathname !== '/getWallets') return { status: 404 }
    asked.push(query)
    await held
    if ([...failing].some((part) => url.search.includes(part))) return { status: 400, body: {} }
    return { body: listOf(wallets, query) }
  })
  const kit = fakeKit({ api: server.origin, ...options })
  const stops: (() => void)[] = []
  return {
    ...kit,
    asked,
    wallets,
    failing,
    origin: server.origin,
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    watch() {
      let known: DirectoryState | undefined
      stops.push(
        watchDirectory(kit.foyer, (directory) => {
          known = directory
        }),
      )
      return () => {
        if (!known) throw new Error('No state has been emitted yet.')
        return known
      }
    },
    unwatch() {
      for (const stop of stops.splice(0)) stop()
    },
    async seen(holds) {
      const settled = async () => {
        for (;;) {
          try {
            if (holds()) return
          } catch {
            // No state has been emitted yet.
          }
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await kit.clock.until(settled())
    },
    async end() {
      for (const stop of stops.splice(0)) stop()
      kit.foyer.stop()
      await server.close()
    },
  }
}

function listOf(wallets: readonly Wallet[], query: Readonly<Record<string, string>>): object {
  const list = (name: string) => query[name]?.split(',')
  const [include, exclude, chains] = [list('include'), list('exclude'), list('chains')]
  const found = wallets.filter(
    (wallet) =>
      (!include || include.includes(wallet.id)) &&
      !exclude?.includes(wallet.id) &&
      (!chains || !wallet.chains || wallet.chains.some((chain) => chains.includes(chain))) &&
      (!query.search || wallet.name.includes(query.search)) &&
      (query.badge_type !== 'certified' || wallet.badge_type === 'certified'),
  )
  const [page, entries] = [Number(query.page), Number(query.entries)]
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}
