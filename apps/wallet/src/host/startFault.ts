import { HostConfigError } from './readConfig.js'

/** Sentences for what keeps a host from listening, by the system's code. */
const ways: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program holds it: stop that one, or set WALLET_PORT to another.',
  EACCES: "This user mayn't have it: set WALLET_PORT to one above 1023.",
}

/** Says why a host doesn't start, and what to do; undefined for what no operator has done. */
export function startFault(error: unknown): string | undefined {
  if (error instanceof HostConfigError) return error.message
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  const { code, syscall } = error
  if (code === 'ENOENT' && syscall === 'open')
    return "The wallet's page isn't built, or not beside this program: run node scripts/build.mjs apps/wallet."
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const port = 'port' in error ? `, port ${String(error.port)}` : ''
  const host = 'address' in error ? String(error.address) : 'WALLET_HOST'
  const way = ways[String(code)] ?? 'Set WALLET_HOST and WALLET_PORT to what this machine lets the host have.'
  return `The wallet's host can't listen on ${host}${port} (${String(code)}). ${way}`
}
