import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Serves a built page on a free port, as a host would: the document anew each time, what it is made of for good.
 * @param {{ directory: string, entry: { file: string } }} page
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function servePage({ directory, entry }) {
  const document = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,"></head>
  <body><div id="page"></div><script type="module" src="/${entry.file}"></script></body>
</html>
`
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://page').pathname)
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(document)
    try {
      const file = await readFile(join(directory, path))
      const type = types[extname(path)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=31536000, immutable' }).end(file)
    } catch (error) {
      response.writeHead(error.code === 'ENOENT' ? 404 : 500).end()
    }
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
