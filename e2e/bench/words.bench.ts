import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'

test.use({ motion: 'whole' })

const turns = 7

interface Taken {
  /** From the press until the words are painted, in milliseconds. */
  readonly words: number
  /** The same with what a simulation says. */
  readonly simulated: number
}

/** Of a page that has shown none before, and of one that has. */
const taken: Readonly<Record<'first' | 'later', Taken[]>> = { first: [], later: [] }

for (let turn = 0; turn < turns; turn += 1)
  test(`a request in words, ${turn + 1} of ${turns}`, async ({ page, journey }) => {
    const maple = await journey.install({ name: 'Maple' })
    const token = journey.local.chains[0].tokens.find(({ symbol }) => symbol === 'DUSD')?.address
    if (!token) throw new Error('The chain has no DUSD.')
    await openHost({ page, journey, settings: { preview: true } })
    await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
    for (const which of ['first', 'later'] as const) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [newAddress(), 5n] })
      const ms = await page.evaluate(
        async (call) => {
          const [kit] = window.kits
          if (!kit) throw new Error('The page has no kit.')
          const part = (name: string) =>
            [...document.querySelectorAll('[data-foyer]')]
              .map((each) => each.shadowRoot?.querySelector(`[data-part="${name}"]`))
              .find((each) => each !== undefined && each !== null)
          const until = (holds: () => boolean) =>
            new Promise<number>((resolve) => {
              const look = () =>
                holds() ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look)
              look()
            })
          const begun = performance.now()
          window.actions.sendCall(kit, { family: 'eip155', call }).catch(() => {})
          const words = await until(() => part('preview-title') !== undefined)
          const isSimulated = () => part('preview-known')?.getAttribute('data-simulation') === 'known'
          return { words: words - begun, simulated: (await until(isSimulated)) - begun }
        },
        { to: token, data },
      )
      taken[which].push(ms)
      await page.evaluate(() => window.kits[0]?.close())
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })

test.afterAll(async () => {
  const text = report()
  console.log(text)
  await writeFile(fileURLToPath(new URL('../../benchmarks/WORDS.md', import.meta.url)), text)
})

function report(): string {
  const middle = (all: readonly number[]) => Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
  const rows = Object.entries(taken).map(
    ([which, all]) =>
      `| ${which} | ${middle(all.map(({ words }) => words))} ms | ${middle(all.map(({ simulated }) => simulated))} ms |`,
  )
  return `# From the press to the words

\`npm run bench:words\`: a page's own \`approve\`, over the local chain and server; the median of ${turns}. The first of a page fetches what shows it.

| request | in words | with the simulation |
| --- | --- | --- |
${rows.join('\n')}

${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, Chromium headless.
`
}
