import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The path of a folder that ships with a program: beside its `src`, and beside the `dist` that is built of it, whether the asking module
 * ends up in a file of `dist` itself or of a folder in it.
 * @param request.asking - the URL of a module of the program, which lies in `src` itself or in a room of it
 * @param request.holds - a file in it, which distinguishes it from another of that name
 */
export function packagedFolder({ asking, name, holds }: { asking: string; name: string; holds: string }): string {
  const near = new URL(`../${name}/`, asking)
  return fileURLToPath(existsSync(new URL(holds, near)) ? near : new URL(`../../${name}/`, asking))
}
