// Functions that the page's scripts share.

export const byId = (id) => document.getElementById(id);

/** A new element with a class and a text. */
export function part(tag, name, text, attributes = {}) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
