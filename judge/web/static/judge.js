// What htmx does not do by itself. Every page works without this.
"use strict";
