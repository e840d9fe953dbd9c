// The templates of `npm create foyer`: the examples that are whole projects, as they are when it is built.
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root } from './processes.mjs'
import { manifestOf } from './workspace.mjs'

/** What installing, building and running leave in an example, and the settings of whoever tried it. */
const left = new Set(['node_modules', 'dist', '.next', 'next-env.d.ts', '.env', '.env.local', 'tsconfig.tsbuildinfo'])

/** The examples that are projects: folders with a manifest. @returns {Promise<string[]>} */
export async function exampleProjects() {
  const entries = await readdir(`${root}examples`, { withFileTypes: true })
  return entries.flatMap(({ name }) => (existsSync(`${root}examples/${name}/package.json`) ? [name] : []))
}

/**
 * Writes the templates into a folder, in the place of what was there. Each names the packages of ours by the versions that are published with it.
 * @param {string} folder
 */
export async function writeTemplates(folder) {
  await rm(folder, { recursive: true, force: true })
  for (const name of await exampleProjects()) {
    const target = join(folder, name)
    await cp(`${root}examples/${name}`, target, { recursive: true, filter: (path) => !left.has(basename(path)) })
    // npm leaves out files of this name when it packs.
    await rename(join(target, '.gitignore'), join(target, '_gitignore'))
    const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
    const dependencies = await published(manifest.dependencies)
    await writeFile(join(target, 'package.json'), `${JSON.stringify({ ...manifest, dependencies }, undefined, 2)}\n`)
  }
}

async function published(dependencies) {
  const versions = Object.entries(dependencies).map(async ([name, range]) => {
    if (!name.startsWith('@foyer/')) return [name, range]
    const { version } = await manifestOf(`packages/${name.slice('@foyer/'.length)}`)
    return [name, `^${version}`]
  })
  return Object.fromEntries(await Promise.all(versions))
}
