import { fail, requireNode } from './requirements.mjs'

/** Brings a fresh clone to where it can run: installed and built. */
export async function prepare() {
  requireNode()
  const [{ alone }, { install }] = await Promise.all([import('./lock.mjs'), import('./install.mjs')])
  await alone(async () => {
    await install()
    const { build } = await import('./build.mjs')
    await build().catch((error) => {
      console.error(error)
      fail('The build failed; the lines above say where.')
    })
  })
}
