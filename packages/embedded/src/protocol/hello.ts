import * as v from 'valibot'

/** The version of what our application and our wallet's page say to each other over a port. Either side may be another's, which knows no port. */
export const portVersion = 1

/** What begins both: the original's client doesn't read names without its own prefix. */
const types = { hello: 'foyer-hello', welcome: 'foyer-welcome' } as const

const Hello = v.object({ type: v.literal(types.hello), version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
const Welcome = v.object({ type: v.literal(types.welcome), version: v.pipe(v.number(), v.integer(), v.minValue(1)) })

/** An application's first message, once the page is READY: posted to the page's window with the port that all further messages go over. */
export const hello = { type: types.hello, version: portVersion } as const

/** The page's answer, over the port: from then on neither side uses the window. */
export const welcome = { type: types.welcome, version: portVersion } as const

/** The version that both sides have; undefined for what isn't an application's hello. */
export const readHello = (data: unknown): number | undefined => versionIn(Hello, data)

/** The version that both sides have; undefined for what isn't a page's welcome. */
export const readWelcome = (data: unknown): number | undefined => versionIn(Welcome, data)

function versionIn(schema: typeof Hello | typeof Welcome, data: unknown): number | undefined {
  const { success, output } = v.safeParse(schema, data)
  return success ? Math.min(output.version, portVersion) : undefined
}
