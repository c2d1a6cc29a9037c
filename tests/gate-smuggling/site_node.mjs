// A site by Node's server. site_node.mjs FD LOG: serves on a socket that listens, and logs what reaches it.

import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [fd, path] = process.argv.slice(2)

function log (request, method = request.method) {
  const headers = []
  for (let i = 0; i < request.rawHeaders.length; i += 2) headers.push(request.rawHeaders.slice(i, i + 2))
  appendFileSync(path, JSON.stringify({ method, target: request.url, headers }) + '\n')
}

const server = createServer((request, response) => {
  log(request)
  request.resume()
  request.on('end', () => response.writeHead(200, { 'x-site': '1', 'content-length': 3 }).end('ok\n'))
})
// The bytes of a WebSocket are echoed unchanged; the gate does not interpret frames.
server.on('upgrade', (request, socket, head) => {
  log(request, 'WEBSOCKET')
  const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    `Sec-WebSocket-Accept: ${accept}\r\n\r\n`)
  socket.unshift(head)
  socket.pipe(socket)
  socket.on('error', () => {})
})
// A connection that the gate keeps stays open, however long this machine stands still.
server.keepAliveTimeout = 0
server.listen({ fd: Number(fd) })
