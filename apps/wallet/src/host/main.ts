import { readConfig } from './readConfig.js'
import { serveWallet } from './serve.js'
import { startFault } from './startFault.js'

try {
  const { url, stop } = await serveWallet({ ...readConfig(process.env), graceMs: 10_000 })
  console.log(`The wallet's page is served at ${url}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
} catch (error) {
  console.error(startFault(error) ?? error)
  process.exitCode = 1
}
