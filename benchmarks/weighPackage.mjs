import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isExternal, manifestOf } from '../scripts/workspace.mjs'
import { weigh } from './weigh.mjs'

/**
 * Weighs all of a package as it is published, minified, without what it depends on: what a page would load that used
 * every entry, every view and every locale.
 * @param {string} name its folder in `packages/`
 */
export async function weighPackage(name) {
  const manifest = await manifestOf(`packages/${name}`)
  const outputs = Object.values(manifest.exports).map((target) => target.default)
  const input = outputs
    .filter((output) => output?.endsWith('.js'))
    .map((output) => fileURLToPath(new URL(`../packages/${name}/${output}`, import.meta.url)))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, external: isExternal(manifest), preserveEntrySignatures: 'strict' },
    },
  })
  const total = { raw: 0, gzip: 0, brotli: 0 }
  for (const each of result.output) {
    if (each.type !== 'chunk') continue
    const weight = weigh(Buffer.from(each.code))
    for (const unit of Object.keys(total)) total[unit] += weight[unit]
  }
  return { name: manifest.name, ...total }
}
