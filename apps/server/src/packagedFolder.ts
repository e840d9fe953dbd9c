import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The path of a folder that ships with the package: beside `src`, and beside the `dist` that is built of it, whether this
 * ends up in a file of `dist` itself or of a folder in it.
 * @param request.holds - a file in it, which distinguishes it from another of that name
 */
export function packagedFolder({ name, holds }: { name: string; holds: string }): string {
  const near = new URL(`../${name}/`, import.meta.url)
  return fileURLToPath(existsSync(new URL(holds, near)) ? near : new URL(`../../${name}/`, import.meta.url))
}
