import type { FoyerContext } from '../context.js'
import { parseUrl } from '../networks/urls.js'

// What a page says to its developer. Each use stands behind `NODE_ENV`, so that no visitor downloads it.

/**
 * Names on the console what the page's content policy keeps from the kit: each origin once, with the line to write.
 * @returns stops
 * @see https://www.w3.org/TR/CSP3/#violation-events
 */
export function watchPolicy(context: FoyerContext): () => void {
  const said = new Set<string>()
  const onViolation = ({ blockedURI, disposition, effectiveDirective: directive }: SecurityPolicyViolationEvent) => {
    const origin = originOf(blockedURI)
    const uses = usesOf(context)
    const use =
      uses.find((each) => each.origin === origin)?.use ?? (isRelay(context, blockedURI) ? relayUse : undefined)
    if (!use || disposition === 'report' || said.has(`${directive} ${origin}`)) return
    said.add(`${directive} ${origin}`)
    const wanted = uses.filter((each) => each.directive === directive).map((each) => each.origin)
    const line = [directive, "'self'", ...new Set([...wanted, origin])].join(' ')
    console.error(`This page's content policy blocks ${origin}, ${use}. Write in the policy: ${line}`)
  }
  // Some servers have a document that is none.
  const page: Partial<Document> | undefined = globalThis.document
  page?.addEventListener?.('securitypolicyviolation', onViolation)
  return () => page?.removeEventListener?.('securitypolicyviolation', onViolation)
}

interface Use {
  readonly origin: string
  readonly use: string
  readonly directive: 'connect-src' | 'frame-src'
}

const relayUse = 'the relay of WalletConnect'

/** Of a relay the kit knows only that a connector has one: no other part of it opens a socket. */
const isRelay = ({ connectors }: FoyerContext, blocked: string): boolean =>
  connectors.has('walletConnect') && /^wss?:/.test(blocked)

/** The origins that a kit calls by its options. */
function usesOf({ options: { api, secureOrigin, customRpcUrls = {} }, store }: FoyerContext): readonly Use[] {
  const nodes = store.getState().networks.flatMap(({ caipNetworkId, name, rpcUrls }) =>
    [...(customRpcUrls[caipNetworkId] ?? []).map(({ url }) => url), ...rpcUrls.default.http].map((url) => ({
      origin: originOf(url),
      use: `a node of ${name}`,
      directive: 'connect-src' as const,
    })),
  )
  return [
    ...(api ? [{ origin: originOf(api), use: 'your server (`api`)', directive: 'connect-src' as const }] : []),
    ...(secureOrigin
      ? [{ origin: originOf(secureOrigin), use: "the wallet's own page", directive: 'frame-src' as const }]
      : []),
    ...nodes,
  ]
}

/** Nothing of a path or a query, which may hold a key. A relay's origin is opaque to the URL standard, so it is put together. */
function originOf(text: string): string {
  const url = parseUrl(text)
  return url ? `${url.protocol}//${url.host}` : text
}

/** Says that the server of `api` gave no answer that the kit can use. */
export function sayUnanswered({ options: { api } }: FoyerContext, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  console.error(
    `The server of \`api\`, ${api}, doesn't answer. ${why} Start it, or leave \`api\` out: without a server the kit calls wallets and nodes alone.`,
  )
}

/** Whether a call stands, at any depth, in React's rendering of a component. What a module does while it is loaded doesn't. */
export const isInRender = (stack: string | undefined): boolean => /\brenderWithHooks/.test(stack ?? '')
