import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/**
 * The parts of a document that React needs to render components in a test without a browser. It has no styles
 * and no layout.
 */
class SmallNode extends EventTarget {
  parentNode: SmallNode | null = null;
  readonly childNodes: SmallNode[] = [];
  nodeValue: string | null = null;
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly style = { setProperty: () => undefined };
  readonly attributes = new Map<string, string>();
  readonly ownerDocument: SmallDocument | null;
  readonly nodeType: number;
  readonly nodeName: string;

  constructor(ownerDocument: SmallDocument | null, nodeType: number, nodeName: string) {
    super();
    this.ownerDocument = ownerDocument;
    this.nodeType = nodeType;
    this.nodeName = nodeName;
  }

  get tagName(): string {
    return this.nodeName;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get nextSibling(): SmallNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    this.childNodes.length = 0;
    if (text !== '') this.appendChild(new SmallNode(this.ownerDocument, TEXT, '#text')).nodeValue = text;
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child);
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: SmallNode): SmallNode {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  contains(other: SmallNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  focus(): void {
    if (this.ownerDocument) this.ownerDocument.activeElement = this;
  }

  /** Returns this node and all below it. */
  all(): SmallNode[] {
    return [this, ...this.childNodes.flatMap((child) => child.all())];
  }
}

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;

class SmallDocument extends SmallNode {
  readonly defaultView = globalThis;
  readonly body: SmallNode;
  activeElement: SmallNode | null = null;

  constructor() {
    super(null, DOCUMENT, '#document');
    this.body = this.appendChild(this.createElement('body'));
  }

  createElement(name: string): SmallNode {
    return new SmallNode(this, ELEMENT, name.toUpperCase());
  }

  createElementNS(_: string, name: string): SmallNode {
    return new SmallNode(this, ELEMENT, name);
  }

  createTextNode(text: string): SmallNode {
    const node = new SmallNode(this, TEXT, '#text');
    node.nodeValue = text;
    return node;
  }
}

function isElement(node: unknown): node is Element {
  return node instanceof SmallNode && node.nodeType === ELEMENT;
}

// Not removed after the last test, because React may still use them when it finishes its work.
Object.assign(globalThis, { window: globalThis, HTMLIFrameElement: SmallDocument });

/** Renders a component until the test ends. */
export function showInDocument<Props extends object>(component: ComponentType<Props>, props: Props) {
  const document = new SmallDocument();
  const place: unknown = document.body.appendChild(document.createElement('div'));
  if (!isElement(place)) throw new Error('React has no place to show the component in.');
  const root = createRoot(place);
  const show = (now: Props) => root.render(createElement(component, now));
  show(props);
  onTestFinished(() => root.unmount());
  return {
    show,
    text: () => document.body.textContent,
    /** Clicks the button with this name. */
    click: (name: string) => {
      const button = document.body
        .all()
        .find((node) => node.nodeName === 'BUTTON' && node.textContent === name);
      if (!button) throw new Error(`There is no button “${name}”.`);
      const click = new Event('click', { bubbles: true, cancelable: true });
      // React listens for events at its root.
      Object.defineProperty(click, 'target', { value: button });
      place.dispatchEvent(click);
    },
  };
}
