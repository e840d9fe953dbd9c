import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from './InputError.js'
import type { ProjectRequest } from './readRequest.js'

/** A package manager leaves out a file of this name when it packs, so that templates have another for it. */
const packedName = '_gitignore'

/**
 * Writes a project into a folder, which it makes where there is none.
 *
 * @param templates - the folder that has the templates
 * @throws InputError where the folder has anything in it, or is a file: nothing is written then; the system's error where it can't be written
 * @example await createProject({ folder: 'my-dapp', name: 'my-dapp', template: 'vite-react' }, templates)
 */
export async function createProject({ folder, name, template }: ProjectRequest, templates: string): Promise<void> {
  await refuseFull(folder)
  await mkdir(folder, { recursive: true })
  await cp(join(templates, template), folder, { recursive: true })
  await rename(join(folder, packedName), join(folder, '.gitignore'))
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  // The example's description and licence are the example's.
  const { description: _description, license: _license, ...rest } = Object(manifest)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...rest, name }, undefined, 2)}\n`)
}

/** @throws InputError where the folder has anything in it, or is a file */
export async function refuseFull(folder: string): Promise<void> {
  // A repository that was made first is an empty folder too.
  const [first] = (await entriesOf(folder)).filter((entry) => entry !== '.git')
  if (first === undefined) return
  throw new InputError({
    field: 'folder',
    problem: `${folder} isn't empty: it has ${first}. Name another, or empty it.`,
  })
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new InputError({ field: 'folder', problem: `${folder} is a file. Name another.` })
    throw error
  }
}
