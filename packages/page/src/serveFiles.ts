import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/**
 * Serves the files of a folder, but for those that tools keep for themselves: one whose name, or whose folder's, begins with a dot, such as Vite's
 * manifest of a build.
 */
export function serveFiles(folder: string): MiddlewareHandler {
  const serve = serveStatic({ root: folder })
  return (c, next) => (isHidden(c.req.path) ? next() : serve(c, next))
}

function isHidden(path: string): boolean {
  try {
    return decodeURIComponent(path)
      .split(/[\\/]/)
      .some((part) => part.startsWith('.'))
  } catch {
    // What can't be decoded names no file.
    return true
  }
}
