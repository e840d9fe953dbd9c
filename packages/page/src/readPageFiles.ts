import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

/** The entry files of a page, as its document names them. */
export interface PageFiles {
  readonly script: string
  readonly styles: readonly string[]
}

/** Vite's manifest of a build. */
const Manifest = v.record(
  v.string(),
  v.object({ file: v.string(), isEntry: v.optional(v.boolean()), css: v.optional(v.array(v.string())) }),
)

/**
 * Reads the files that a build begins with; `base` is where its folder is served.
 * @throws where there is no whole build in the folder
 */
export async function readPageFiles(folder: string, base = ''): Promise<PageFiles> {
  const manifest = v.parse(Manifest, JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8')))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The page is not built: its manifest names no entry. Run `node scripts/build.mjs`.')
  return { script: `${base}/${entry.file}`, styles: (entry.css ?? []).map((file) => `${base}/${file}`) }
}
