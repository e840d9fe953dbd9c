import { agreeOnWalletCall } from '@foyer/custody/keeperWord'
import { startWorld, type World } from '@foyer/keeper/test/keeperWorld'
import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { startProvider } from '../../login/test/drivenLogin.js'
import { fold } from '../overdriven.js'

/** A keeper that a test drives, over a provider and a login server that are counted. Nothing in the product imports this. */
export type KeeperDrive = (world: DrivenKeeper) => Promise<void>

interface DrivenKeeper extends World {
  /** paths that the provider was asked, in order */
  readonly asked: readonly string[]
  /** paths of the calls that the login server was sent, in order */
  readonly notices: readonly string[]
}

export async function driveKeeper(
  drive: KeeperDrive,
  { url, asked }: Awaited<ReturnType<typeof startProvider>>,
): Promise<void> {
  const notices: string[] = []
  const loginServer = async (path: string, body: string) => {
    // Of each new wallet it is asked once, whoever calls. Each opens by a passkey alone, so that it is neither secured nor undone.
    if (path === agreeOnWalletCall.path) return new Response(null, { status: isKept(body) ? 204 : 409 })
    notices.push(path)
    return new Response(null, { status: 204 })
  }
  asked.length = 0
  const github = { clientId: 'keeper', clientSecret: 'secret', at: url }
  const world = await startWorld({ loginServer, socials: { github } })
  /** Asks slowly: the rate of one address at the keeper doesn't matter here. */
  const slowly =
    (post: World['post']): World['post'] =>
    (...request) => {
      world.clock.pass(500)
      return post(...request)
    }
  const from: World['from'] = (client) => ({ post: slowly(world.from(client).post) })
  await drive({ ...world, post: slowly(world.post), from, asked, notices }).finally(world.close)
}

const Said = v.object({ receipt: v.object({ text: v.pipe(v.string(), v.parseJson(), v.object({ is: v.string() })) }) })
const isKept = (body: string): boolean => v.parse(Said, JSON.parse(body)).receipt.text.is === 'kept'

/** The same, asked from an address. */
export const at = <Of extends World>(world: Of, client: string): Of => ({ ...world, ...world.from(client) })

export const others = 'other@mail.example'

const Refusal = v.object({ error: v.object({ code: v.string() }) })

/** Counts the outcomes: `done`, or the refusal's code. */
export async function times(
  most: number,
  ask: (each: number) => Promise<Response | string>,
): Promise<Record<string, number>> {
  const came: Record<string, number> = {}
  for (let each = 0; each < fold * most; each += 1) {
    const answer = await ask(each)
    const how = typeof answer === 'string' ? answer : await howOf(answer)
    came[how] = (came[how] ?? 0) + 1
  }
  return came
}

const howOf = async (answer: Response): Promise<string> =>
  answer.ok ? 'done' : v.parse(Refusal, await answer.json()).error.code

/** Returns the outcome of several calls of a page: the refusal's code, where one of them is refused. */
export const until = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error),
  )

export const rowsOf = async ({ database }: Pick<World, 'database'>, table: PgTable, where?: SQL): Promise<number> =>
  (await database.orm.select({ count: count() }).from(table).where(where))[0]?.count ?? 0
