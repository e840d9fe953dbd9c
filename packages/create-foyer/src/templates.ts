import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A project that can be made. */
export interface Template {
  /** By which it is asked for: the name of its folder. */
  readonly name: string
  readonly description: string
}

/** The one that is made where none was asked for. */
export const usualTemplate = 'vite-react'

/**
 * The templates of a folder, the usual one first.
 * @throws the system's error where the folder can't be read
 */
export async function readTemplates(folder: string): Promise<Template[]> {
  const names = await readdir(folder)
  names.sort((a, b) => Number(b === usualTemplate) - Number(a === usualTemplate) || a.localeCompare(b))
  return Promise.all(
    names.map(async (name) => {
      const manifest: unknown = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'))
      return { name, description: String(Reflect.get(Object(manifest), 'description')) }
    }),
  )
}
