import { createServer } from 'node:http'

/**
 * Serves a built page on a free port, as a host would: the document anew each time, what it is made of for good.
 * @param {Awaited<ReturnType<typeof import('./buildPage.mjs').buildPage>>} page
 * @param {{ delayMs?: number }} [options] how long each piece of code is on its way; 0 unless said
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function servePage({ entry, chunks }, { delayMs = 0 } = {}) {
  const document = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,"></head>
  <body><div id="page"></div><script type="module" src="/${entry.file}"></script></body>
</html>
`
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(document)
    const chunk = chunks.get(url.slice(1))
    if (!chunk) return response.writeHead(404).end()
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=31536000, immutable' })
      response.end(chunk.code)
    }, delayMs)
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
